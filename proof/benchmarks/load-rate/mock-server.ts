/** A server that answers as the API does, in a process of its own. */
export interface MockServer extends AsyncDisposable {
  name: string;
  baseUrl: string;
  /** The process whose CPU time is that of the server. */
  pid: number;
}
