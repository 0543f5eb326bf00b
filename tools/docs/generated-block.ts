/**
 * Writes the text between `<!-- name: … -->` and `<!-- /name -->`. The rest of the page is written by hand.
 *
 * @throws `Error` if the page has no such block.
 */
export const fillBlock = (page: string, name: string, text: string): string => {
  const block = new RegExp(`(<!-- ${name}: [^>]*-->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!block.test(page)) throw new Error(`The page has no block <!-- ${name}: … --> … <!-- /${name} -->: add it.`);
  return page.replace(block, (_, begin: string, end: string) => `${begin}\n${text}\n\n${end}`);
};
