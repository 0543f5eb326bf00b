import type { Route } from '../routes.ts';

/** Endpoints › Response conventions. */
export interface WritesPolicy {
  successStatus(route: Route): number;
  /** The body of a successful DELETE; undefined sends none. */
  deleteBody(route: Route): unknown;
  /** Whether a body with this `Content-Type` is read. */
  isBodyRead(contentType: string | undefined): boolean;
}

export const writesPolicy: WritesPolicy = {
  successStatus: () => 200,
  deleteBody: (route) => (route === 'DELETE /users/:id' ? undefined : { result: true }),
  isBodyRead: (contentType) => /^application\/json\s*(;|$)/i.test(contentType ?? ''),
};
