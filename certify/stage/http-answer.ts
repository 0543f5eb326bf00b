import type { ServerResponse } from 'node:http';

/** An answer as far as a partner sees it. */
export interface HttpAnswer {
  status: number;
  contentType: string | undefined;
  body: string;
}

/** One that the stage makes itself. */
export const refusalOf = (status: number, message: string | string[]): HttpAnswer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ statusCode: status, message }),
});

export const respond = (response: ServerResponse, { status, contentType, body }: HttpAnswer): void => {
  response.writeHead(status, contentType === undefined ? {} : { 'content-type': contentType });
  response.end(body);
};
