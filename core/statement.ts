/** Number of a statement of the document, such as `S042`, in the order of the document. */
export type StatementId = `S${number}`;

export const statementCount = 228;
