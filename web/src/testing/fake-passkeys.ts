import type { PasskeyCreation, PasskeyRequest } from '@belfry/schemas/http/accounts/passkeys';
import { vi } from 'vitest';

export const CREATION: PasskeyCreation = {
  rp: { id: 'localhost', name: 'Belfry' },
  user: { id: 'aGFuZGxl', name: 'ada@belfry.test', displayName: 'Ada' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
};

export const REQUEST: PasskeyRequest = {
  rpId: 'localhost',
  challenge: 'Y2hhbGxlbmdl',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
};

type Asked = { mediation?: string; signal?: AbortSignal };
type Answer = (asked: Asked) => Promise<unknown>;

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const credential = (response: object) => ({
  id: 'aWQ',
  rawId: bytes('id'),
  type: 'public-key',
  authenticatorAttachment: null,
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes('client'), ...response },
});
export const MADE = credential({ attestationObject: bytes('attestation'), getTransports: () => ['internal'] });
export const SIGNED = credential({ authenticatorData: bytes('data'), signature: bytes('signature'), userHandle: null });

export const refusedBy = (name: string) => (): Promise<never> => Promise.reject(new DOMException('no', name));

/** Gives the page a browser with passkeys, until `vi.unstubAllGlobals()`. `inFields`: answers when a passkey is chosen among what is filled in. */
export function stubPasskeys({ create, get, inFields }: { create?: Answer; get?: Answer; inFields?: Answer } = {}) {
  const asked: Asked[] = [];
  const isConditionalMediationAvailable = () => Promise.resolve(inFields !== undefined);
  // The library looks for a constructor.
  vi.stubGlobal('PublicKeyCredential', Object.assign(vi.fn(), { isConditionalMediationAvailable }));
  const never: Answer = () => new Promise(() => undefined);
  const answer = (given: Answer | undefined) => (options: Asked) => {
    asked.push(options);
    return (given ?? never)(options);
  };
  // It stays after the test, where nobody uses it without the class above.
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      create: answer(create),
      get: (options: Asked) => answer(options.mediation === 'conditional' ? inFields : get)(options),
    },
  });
  return { asked };
}
