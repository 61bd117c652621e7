/** Passkeys, as browsers make and use them. */
import { Refused } from './api.ts'

interface Options {
  publicKey: unknown
}

/** Whether this browser can. Pages at a number instead of a name, or without HTTPS, are refused by it. */
export function canUsePasskeys(): boolean {
  return (
    isSecureContext &&
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    !/^[\d.]+$|^\[/.test(location.hostname)
  )
}

/** A new passkey, as the server wants to read it. */
export async function createPasskey(options: Options): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options.publicKey as PublicKeyCredentialCreationOptionsJSON,
  )
  return json(await asked(navigator.credentials.create({ publicKey })))
}

/** What a passkey that the visitor chooses answers. */
export async function usePasskey(options: Options): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options.publicKey as PublicKeyCredentialRequestOptionsJSON,
  )
  return json(await asked(navigator.credentials.get({ publicKey })))
}

async function asked(question: Promise<Credential | null>): Promise<Credential> {
  try {
    const credential = await question
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
