/** Passkeys, by the browser's WebAuthn interface. */
import { Refused } from './api.ts'

/** The options of a ceremony, as the server sends them. */
type Options = { publicKey: unknown }

/** canUsePasskeys reports whether this browser supports them. It refuses pages at an IP address or without HTTPS. */
export function canUsePasskeys(): boolean {
  return (
    isSecureContext &&
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    !/^[\d.]+$|^\[/.test(location.hostname)
  )
}

/** createPasskey creates a passkey and returns it in the form for the server. */
export async function createPasskey(options: unknown): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    (options as Options).publicKey as PublicKeyCredentialCreationOptionsJSON,
  )
  return json(await credentialOf(navigator.credentials.create({ publicKey })))
}

/** usePasskey lets the user choose a passkey and returns its response to a challenge. */
export async function usePasskey(options: unknown): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    (options as Options).publicKey as PublicKeyCredentialRequestOptionsJSON,
  )
  return json(await credentialOf(navigator.credentials.get({ publicKey })))
}

async function credentialOf(pending: Promise<Credential | null>): Promise<Credential> {
  try {
    const credential = await pending
    if (credential) return credential
  } catch (reason) {
    if (reason instanceof DOMException && reason.name === 'InvalidStateError') {
      throw new Refused({ code: 'passkey-here', message: 'this device already has a passkey for the account' })
    }
  }
  throw new Refused({ code: 'passkey-cancelled', message: 'no passkey was chosen' })
}

function json(credential: Credential): unknown {
  return (credential as PublicKeyCredential).toJSON()
}
