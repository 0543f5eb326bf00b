/** Number of a statement of the document, such as `S042`, in the order of the document. */
export type StatementId = `S${number}`;

/** How many statements the document makes. */
export const statementCount = 228;
