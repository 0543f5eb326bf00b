// The script of a run's page. It is inlined unchanged, because the policy contains its hash.
(() => {
  /**
   * The view in the address: the open rule and the filters.
   * @typedef {{ rule: string, outcome: Set<string>, level: Set<string>, section: string, text: string }} View
   */

  /** @param {string} id */
  const byId = (id) => document.getElementById(id);

  /**
   * @template {Element} T
   * @param {string} selector
   * @param {new () => T} kind
   * @param {ParentNode} within
   * @returns {T[]}
   */
  const all = (selector, kind, within = document) =>
    [...within.querySelectorAll(selector)].flatMap((element) => (element instanceof kind ? [element] : []));

  const rules = all('details.rule', HTMLDetailsElement);
  const squares = all('.matrix a.square', HTMLAnchorElement);
  const rows = all('.matrix tr[data-section]', HTMLTableRowElement);
  const ruleById = new Map(rules.map((rule) => [rule.id, rule]));
  const squareById = new Map(squares.map((square) => [decodeURIComponent(square.hash.slice(1)), square]));

  // ── evidence ──

  /** @type {Map<string, Promise<string[]>>} */
  const blocks = new Map();

  /**
   * @param {string} number
   * @returns {Promise<string[]>}
   */
  const readBlock = async (number) => {
    const bytes = Uint8Array.from(atob(byId(`block-${number}`)?.textContent ?? ''), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).json();
  };

  /**
   * Marks the lines of an answer that an assertion is about.
   * @param {Element} within
   * @param {string} marks
   */
  const markLines = (within, marks) => {
    const lines = within.querySelectorAll('.talk > div:last-child .message > span');
    for (const range of marks.split(' ').filter(Boolean)) {
      const [first = 0, last = 0] = range.split('-').map(Number);
      for (let index = first; index <= last; index++) lines[index]?.classList.add('marked');
    }
  };

  /** @param {ParentNode} within */
  const scrollToMarks = (within) => {
    for (const line of all('.message > .marked:not(.marked ~ .marked)', HTMLElement, within)) {
      const { parentElement: message } = line;
      if (message) message.scrollTop = line.offsetTop - message.offsetTop - message.clientHeight / 3;
    }
  };

  /** @param {ParentNode} within */
  const showCopyButtons = (within) => {
    for (const button of all('button.copy', HTMLButtonElement, within)) button.hidden = false;
  };

  /**
   * Fills a place with its evidence, which was escaped when the page was made.
   * @param {HTMLElement} place
   */
  const fill = async (place) => {
    const id = place.dataset.evidence;
    if (id === undefined) return;
    delete place.dataset.evidence;
    const [block = '', piece = ''] = id.split('.');
    if (!byId(`block-${block}`)) {
      place.append('It is left out, so that this page stays small; result.json has it.');
      return;
    }
    const reading = blocks.get(block) ?? readBlock(block);
    blocks.set(block, reading);
    place.setAttribute('aria-busy', 'true');
    try {
      const template = document.createElement('template');
      template.innerHTML = (await reading)[Number(piece)] ?? '';
      place.replaceChildren(template.content);
      markLines(place, place.dataset.marks ?? '');
      showCopyButtons(place);
      scrollToMarks(place);
    } catch {
      place.append('This evidence cannot be read here; result.json has it.');
    }
    place.removeAttribute('aria-busy');
  };

  // ── the view and the address ──

  /** @returns {View} */
  const readView = () => {
    const [rule = '', query = ''] = location.hash.slice(1).split('?', 2);
    const asked = new URLSearchParams(query);
    /** @param {string} name */
    const many = (name) => new Set((asked.get(name) ?? '').split(',').filter(Boolean));
    let named = rule;
    try {
      named = decodeURIComponent(rule);
    } catch {
      // a malformed address names nothing
    }
    return {
      rule: named,
      outcome: many('outcome'),
      level: many('level'),
      section: asked.get('section') ?? '',
      text: asked.get('text') ?? '',
    };
  };

  let view = readView();

  /** @param {View} of */
  const isFiltered = (of) => of.outcome.size + of.level.size > 0 || of.section !== '' || of.text !== '';

  /** @param {View} of */
  const addressOf = ({ rule, outcome, level, section, text }) => {
    const query = new URLSearchParams();
    if (outcome.size > 0) query.set('outcome', [...outcome].join(','));
    if (level.size > 0) query.set('level', [...level].join(','));
    if (section !== '') query.set('section', section);
    if (text !== '') query.set('text', text);
    const filters = query.toString().replaceAll('%2C', ',');
    return `#${encodeURIComponent(rule)}${filters === '' ? '' : `?${filters}`}`;
  };

  const noteAddress = () => {
    const address = addressOf(view);
    if (address !== (location.hash || '#')) history.replaceState(null, '', address);
  };

  // ── filters ──

  const filters = byId('filters');
  const count = byId('count');
  const boxes = all('input[type=checkbox]', HTMLInputElement, filters ?? document);
  const [sectionField] = all('select', HTMLSelectElement, filters ?? document);
  const [textField] = all('input[type=search]', HTMLInputElement, filters ?? document);
  const [reset] = all('button.reset', HTMLButtonElement, filters ?? document);

  /** @type {Map<HTMLElement, string>} */
  const texts = new Map();

  /** @param {HTMLElement} rule */
  const textOf = (rule) => {
    const known = texts.get(rule);
    if (known !== undefined) return known;
    const parts = rule.querySelectorAll('summary, .violation, .about-rule > p, .facts');
    const text = [...parts]
      .map((part) => part.textContent)
      .join('\n')
      .toLowerCase();
    texts.set(rule, text);
    return text;
  };

  /** @param {HTMLElement} rule */
  const isShown = (rule) => {
    const { outcome = '', level = '', section = '' } = rule.dataset;
    return (
      (view.outcome.size === 0 || view.outcome.has(outcome)) &&
      (view.level.size === 0 || view.level.has(level)) &&
      (view.section === '' || view.section === section) &&
      view.text
        .toLowerCase()
        .split(/\s+/)
        .every((word) => textOf(rule).includes(word))
    );
  };

  /** Group headings stay below the filters, whose height depends on the width of the page. */
  const noteBar = () => {
    const stays = filters !== null && getComputedStyle(filters).position === 'sticky';
    document.documentElement.style.setProperty('--bar', `${stays ? filters.offsetHeight : 0}px`);
  };
  addEventListener('resize', noteBar);

  const showFiltered = () => {
    let shown = 0;
    for (const rule of rules) {
      const isMatch = isShown(rule);
      if (isMatch) shown++;
      // the rule in the address is always shown
      rule.hidden = !isMatch && rule.id !== view.rule;
      squareById.get(rule.id)?.classList.toggle('off', !isMatch);
    }
    for (const part of all('[data-part]', HTMLElement)) {
      part.hidden = part.querySelector('details.rule:not([hidden])') === null;
    }
    for (const row of rows) row.classList.toggle('off', row.querySelector('.square:not(.off)') === null);
    for (const box of boxes) box.checked = (box.name === 'outcome' ? view.outcome : view.level).has(box.value);
    if (sectionField) sectionField.value = view.section;
    if (textField && textField.value !== view.text) textField.value = view.text;
    const none = byId('none-shown');
    if (none) none.hidden = shown > 0;
    if (reset) reset.hidden = !isFiltered(view);
    const said = shown === rules.length ? `${shown} rules` : `${shown} of ${rules.length} rules`;
    if (count && count.textContent !== said) count.textContent = said;
    noteBar();
  };

  /** @param {Partial<View>} changes */
  const change = (changes) => {
    view = { ...view, ...changes };
    showFiltered();
    noteAddress();
  };

  /** @param {'outcome' | 'level'} name */
  const checked = (name) => new Set(boxes.filter((box) => box.name === name && box.checked).map(({ value }) => value));

  filters?.addEventListener('change', () => {
    change({ outcome: checked('outcome'), level: checked('level'), section: sectionField?.value ?? '' });
  });
  textField?.addEventListener('input', () => change({ text: textField.value.trim() }));
  textField?.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    textField.value = '';
    change({ text: '' });
  });
  reset?.addEventListener('click', () => {
    change({ outcome: new Set(), level: new Set(), section: '', text: '' });
    textField?.focus();
  });

  // ── rules ──

  /** @param {string} id */
  const openRule = (id) => {
    const rule = ruleById.get(id);
    if (!rule) return;
    rule.open = true;
    rule.scrollIntoView({ block: 'start', behavior: 'instant' });
    rule.querySelector('summary')?.focus({ preventScroll: true });
  };

  const follow = () => {
    const asked = readView();
    const isBare = !location.hash.includes('?');
    // a link to a rule keeps the filters; any other link leads to a section of the page
    if (isBare && !ruleById.has(asked.rule)) {
      view = { ...view, rule: '' };
      if (location.hash !== '') return;
    }
    view = isBare ? { ...view, rule: asked.rule } : asked;
    showFiltered();
    noteAddress();
    openRule(view.rule);
  };
  addEventListener('hashchange', follow);

  // toggle does not bubble
  document.addEventListener(
    'toggle',
    ({ target: details }) => {
      if (!(details instanceof HTMLDetailsElement)) return;
      const place = details.querySelector(':scope > [data-evidence], :scope > .about-rule > [data-evidence]');
      if (details.open && place instanceof HTMLElement) void fill(place);
      if (!details.matches('.rule')) return;
      scrollToMarks(details);
      if (details.open) view.rule = details.id;
      else if (view.rule === details.id) view.rule = '';
      noteAddress();
    },
    true,
  );

  // ── the matrix: one stop for the tab key, arrows within ──

  /** @param {HTMLAnchorElement | undefined} square */
  const moveTo = (square) => {
    if (!square) return;
    for (const other of squares) other.tabIndex = -1;
    square.tabIndex = 0;
    square.focus();
  };

  for (const square of squares.slice(1)) square.tabIndex = -1;
  document.querySelector('.matrix')?.addEventListener('keydown', (event) => {
    const { target: from } = event;
    if (!(event instanceof KeyboardEvent) || !(from instanceof HTMLAnchorElement)) return;
    const at = squares.indexOf(from);
    if (at === -1 || event.altKey || event.ctrlKey || event.metaKey) return;
    const own = all('.square', HTMLAnchorElement, from.parentElement ?? document);
    const inRow = own.indexOf(from);
    /** @param {number} step */
    const inOtherRow = (step) => {
      const row = from.closest('tr');
      const other = row ? rows[rows.indexOf(row) + step] : undefined;
      const there = other ? all('.square', HTMLAnchorElement, other) : [];
      return there[Math.min(inRow, there.length - 1)];
    };
    /** @type {Record<string, () => HTMLAnchorElement | undefined>} */
    const moves = {
      ArrowRight: () => squares[at + 1],
      ArrowLeft: () => squares[at - 1],
      ArrowDown: () => inOtherRow(1),
      ArrowUp: () => inOtherRow(-1),
      Home: () => own[0],
      End: () => own.at(-1),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    moveTo(move());
  });

  // ── commands to copy ──

  document.addEventListener('click', async ({ target: clicked }) => {
    const button = clicked instanceof Element ? clicked.closest('button.copy') : null;
    const command = button?.previousElementSibling;
    if (!(button instanceof HTMLButtonElement) || !command) return;
    const label = button.firstChild;
    /** @param {string} text */
    const say = (text) => {
      if (!label) return;
      label.textContent = text;
      setTimeout(() => {
        label.textContent = 'Copy';
      }, 2000);
    };
    try {
      await navigator.clipboard.writeText(command.textContent ?? '');
      say('Copied');
    } catch {
      // some pages may not write to the clipboard
      getSelection()?.selectAllChildren(command);
      say('Selected');
    }
  });

  // ── print: failed rules are open ──

  /** @type {HTMLDetailsElement[]} */
  let opened = [];
  addEventListener('beforeprint', () => {
    opened = rules.filter(({ open, dataset }) => !open && (dataset.outcome === 'fail' || dataset.outcome === 'error'));
    for (const rule of opened) rule.open = true;
  });
  addEventListener('afterprint', () => {
    for (const rule of opened) rule.open = false;
    opened = [];
  });

  showCopyButtons(document);
  if (filters) filters.hidden = false;
  // an address without a rule is a place in the page
  showFiltered();
  if (ruleById.has(view.rule)) openRule(view.rule);
})();
