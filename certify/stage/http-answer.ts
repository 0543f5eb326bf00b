/** An answer as far as a partner sees it. */
export interface HttpAnswer {
  status: number;
  contentType: string | undefined;
  headers?: Readonly<Record<string, string>>;
  body: string;
}

/** One that the stage makes itself. */
export const refusalOf = (status: number, message: string | string[]): HttpAnswer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ statusCode: status, message }),
});
