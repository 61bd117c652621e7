/** The shared worker with the hub of all tabs. The browser terminates it with the last tab. */
import { Hub, type Source, type ToHub } from './hub.ts'
import { whenGone } from './tabs.ts'

/** `name` is the base of the page that started the worker. */
const scope = globalThis as unknown as { name: string; onconnect: (event: MessageEvent) => void }

const ports = new Map<string, MessagePort>()
const hub = new Hub(
  (path) => new EventSource(new URL(path, scope.name)) as Source,
  (tab, message) => ports.get(tab)?.postMessage(message),
  whenGone(),
)

scope.onconnect = ({ ports: [port] }) => {
  if (!port) return
  port.onmessage = ({ data }: MessageEvent<ToHub>) => {
    if (data.type === 'close') ports.delete(data.tab)
    else ports.set(data.tab, port)
    hub.receive(data)
  }
}
