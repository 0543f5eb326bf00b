import { refusingTokensWith, rewritingEntries } from './rewriting.ts';
import { leftOpen, type Variant } from './variant.ts';

const badToken = 'What a missing or wrong token is answered is not shown: only that no data comes back';
const authentication = 'Authentication';
const contents = 'The message of a 400 is a list, and what is in it is not shown beyond the names of missing fields';
const errors = 'Errors';

export const refusals: readonly Variant[] = [
  ...leftOpen(badToken, authentication, [
    {
      name: 'bad-token-403',
      text: 'answers 403 to a bad token',
      options: { choices: { requests: { badTokenStatus: 403 } } },
    },
    {
      name: 'bad-token-404',
      text: 'answers 404 to a bad token, as if nothing were there',
      options: { choices: { requests: { badTokenStatus: 404 } } },
    },
    {
      name: 'bad-token-401-empty',
      text: 'answers 401 without a body to a bad token',
      options: {
        wrap: refusingTokensWith({ status: 401, headers: { 'www-authenticate': 'Bearer' }, body: undefined }),
      },
    },
    {
      name: 'bad-token-400-text',
      text: 'answers 400 with a text to a bad token',
      options: { wrap: refusingTokensWith({ status: 400, body: { message: 'Token inválido' } }) },
    },
    {
      name: 'bad-token-422-list',
      text: 'answers 422 with a list to a bad token',
      options: { wrap: refusingTokensWith({ status: 422, body: { message: ['Token inválido'] } }) },
    },
    {
      name: 'bad-token-302',
      text: 'redirects anyone with a bad token to a login page',
      options: {
        wrap: refusingTokensWith({
          status: 302,
          headers: { location: '/login', 'content-type': 'text/html' },
          body: '<p>Login</p>',
        }),
      },
    },
    {
      name: 'bad-token-200-page',
      text: 'shows a login page to anyone with a bad token',
      options: {
        wrap: refusingTokensWith({
          status: 200,
          headers: { 'content-type': 'text/html' },
          body: '<html><p>Login</p></html>',
        }),
      },
    },
  ]),
  {
    name: 'bearer-lower-case',
    text: 'also accepts bearer in lower case',
    open: 'Callers write Bearer with a capital: the document does not show what other spellings do',
    source: authentication,
    options: { choices: { requests: { lowerCaseBearer: 'accept' } } },
  },
  {
    name: 'edge-page-in-capitals',
    text: 'refuses at the edge with an old-fashioned page of many lines',
    open: 'The page is HTML with a title: its markup is not shown',
    source: 'Authentication › Edge validation',
    options: {
      policy: {
        edge: {
          refusal: {
            contentType: 'text/html;charset=iso-8859-1',
            page: `<HTML>\n<HEAD>\n<META NAME="robots" CONTENT="noindex">\n<TITLE LANG="en">\n  Just a moment...\n</TITLE></HEAD>\n<BODY>${'<P>{"wait":true}</P>\n'.repeat(200)}</BODY></HTML>`,
          },
        },
      },
    },
  },
  ...leftOpen(contents, errors, [
    {
      name: 'fields-by-name',
      text: "lists only the fields' names in a 400",
      options: { choices: { requests: { fieldWording: ({ field }) => field } } },
    },
    {
      name: 'fields-as-objects',
      text: 'lists objects in a 400, with the field and what is wrong with it',
      options: {
        wrap: rewritingEntries((entries) =>
          entries.map((entry) => ({ property: entry, constraints: { isWrong: true } })),
        ),
      },
    },
    {
      name: 'fields-in-one-entry',
      text: 'lists all that is wrong in one entry of the list of a 400',
      options: { wrap: rewritingEntries((entries) => [entries.join('; ')]) },
    },
    {
      name: 'fields-reversed-twice',
      text: 'lists what is wrong in a 400 from the last to the first, each twice',
      options: { wrap: rewritingEntries((entries) => entries.toReversed().flatMap((entry) => [entry, entry])) },
    },
  ]),
  {
    name: 'rules-by-comma',
    text: 'joins the messages of broken rules by a bare comma',
    open: 'Rules broken together are joined by commas: with or without spaces is not said',
    source: errors,
    options: { choices: { answers: { ruleSeparator: ',' } } },
  },
  {
    name: 'rules-by-comma-between-spaces',
    text: 'joins the messages of broken rules by a comma between spaces',
    open: 'Rules broken together are joined by commas: with or without spaces is not said',
    source: errors,
    options: { choices: { answers: { ruleSeparator: ' , ' } } },
  },
  {
    name: 'rules-reversed',
    text: 'joins the messages of broken rules in reverse',
    open: 'The document does not state the order in which messages of broken rules are joined',
    source: errors,
    options: {
      policy: {
        errors: {
          rules: (broken) => ({
            status: 422,
            message: broken
              .map(({ message }) => message)
              .toReversed()
              .join(', '),
          }),
        },
      },
    },
  },
  {
    name: 'numbers-as-text',
    text: 'takes a number that is sent as a text',
    open: 'Numbers are sent as numbers: what becomes of texts is not shown',
    source: 'Resources and their fields › Common conventions',
    options: { choices: { requests: { numbersAsText: 'accept' } } },
  },
  {
    name: 'missing-status-422',
    text: 'answers 422 to an order without a status',
    open: 'A value other than the four answers 422, a missing field 400: no status at all is either',
    source: 'Resources and their fields › Order fields known',
    options: { choices: { requests: { missingStatus: 422 } } },
  },
  {
    name: 'lookup-before-validation',
    text: 'looks a record up before it validates the body of a PUT',
    open: 'That 400 comes before 422 is said; whether it comes before 404 is not',
    source: errors,
    options: { choices: { requests: { unknownRecordOnPut: 'before-validation' } } },
  },
];
