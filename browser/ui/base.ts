/**
 * The base path: the folder of the host that the page is served from. The server writes it into the start page, as `<base>`.
 * Links, requests and places in the history are relative to it, without a slash at the start: `href="play"`,
 * `fetch('api/lobby')`. The home page is `./`.
 */

/** base returns the address of the folder, such as https://example.org/ or https://club.example/tafelrunde/. */
export function base(): URL {
  return new URL('./', document.baseURI)
}

/** at returns the whole address of a path relative to the base, for use outside of the page. */
export function at(path: string): string {
  return new URL(path, base()).href
}

/** here returns the path of the page relative to the base; '' is the home page. */
export function here(): string {
  const { pathname } = base()
  // Without the base path is how an operator opens the server directly, not through the proxy.
  return location.pathname.startsWith(pathname) ? location.pathname.slice(pathname.length) : location.pathname.slice(1)
}
