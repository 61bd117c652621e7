import {
  request as ask,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'

/** relay copies the answer of a server. */
export function relay(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
  answer.pipe(outgoing)
}

/** A proxy that handles each request as its class says. NetworkProxy of server.ts cuts connections instead. */
export abstract class RequestProxy {
  #listener = createServer((incoming, outgoing) => this.handle(incoming, outgoing))
  port = 0

  protected abstract handle(incoming: IncomingMessage, outgoing: ServerResponse): void

  /** Sends a request on to a port of this machine. */
  protected forward(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    to: { port: number; path: string; headers: OutgoingHttpHeaders },
    answered: (answer: IncomingMessage, outgoing: ServerResponse) => void = relay,
  ): void {
    const asked = ask({ ...to, method: incoming.method }, (answer) => answered(answer, outgoing))
    asked.on('error', () => outgoing.destroy())
    outgoing.on('close', () => asked.destroy())
    incoming.pipe(asked)
  }

  /** Starts the proxy and returns its origin. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#listener.listen(0, '127.0.0.1', resolve))
    const address = this.#listener.address()
    if (address && typeof address === 'object') this.port = address.port
    return `http://127.0.0.1:${this.port}`
  }

  closeConnections(): void {
    this.#listener.closeAllConnections()
  }

  close(): void {
    this.#listener.close()
    this.closeConnections()
  }
}
