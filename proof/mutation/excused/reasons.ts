// The reasons that excuse mutants of several files.

export const puts = 'whether a PUT changes what it sends or all is open';
export const writeAnswer = 'the document does not say what a write answers besides its status';
export const comesBack = 'whether a record posted again after its deletion comes back under its old id is open';
export const refusedAnyway =
  'what stands in for a required field that is missing is not stored, since the call is refused';
export const processing =
  'whether an order posted as processing, stored as on-hold, enters the flow of that status is open';
export const optional = 'every need but required means optional';
