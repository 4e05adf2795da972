/**
 * Why this page cannot use passkeys. insecure: plain HTTP; address: opened by a network address, for which browsers make none; unsupported: the
 * browser knows none.
 */
export type PasskeyObstacle = 'insecure' | 'address' | 'unsupported';

const NETWORK_ADDRESS = /^(\d+\.){3}\d+$|^\[/;

/** null where this page can use passkeys. */
export function passkeyObstacle(): PasskeyObstacle | null {
  const browser: { PublicKeyCredential?: unknown; isSecureContext?: unknown } = globalThis;
  if (browser.PublicKeyCredential === undefined) return browser.isSecureContext === false ? 'insecure' : 'unsupported';
  return NETWORK_ADDRESS.test(location.hostname) ? 'address' : null;
}
