/** The shared worker with the hub of all tabs. The browser terminates it with the last tab. */
import { Hub, type Source, type ToHub } from './hub.ts'
import { whenGone } from './tabs.ts'

const ports = new Map<string, MessagePort>()
const hub = new Hub(
  (address) => new EventSource(address) as Source,
  (tab, message) => ports.get(tab)?.postMessage(message),
  whenGone(),
)

const scope = globalThis as unknown as { onconnect: (event: MessageEvent) => void }
scope.onconnect = ({ ports: [port] }) => {
  if (!port) return
  port.onmessage = ({ data }: MessageEvent<ToHub>) => {
    if (data.type === 'close') ports.delete(data.tab)
    else ports.set(data.tab, port)
    hub.receive(data)
  }
}
