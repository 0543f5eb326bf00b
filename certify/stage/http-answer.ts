export interface HttpAnswer {
  status: number;
  contentType: string | undefined;
  headers?: Readonly<Record<string, string>>;
  body: string;
}

/** Makes a response of the stage itself. */
export const refusalOf = (status: number, message: string | string[]): HttpAnswer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ statusCode: status, message }),
});
