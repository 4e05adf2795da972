import { isIP } from 'node:net';
import type { Config } from '../../../config/config.ts';
import { AppError } from '../../../errors.ts';
import { publicUrl } from '../../../lib/console-link.ts';

/** `origin`: scheme, host and port of the console; `rpId`: its host, to which browsers bind passkeys. */
export type PasskeySite = { origin: string; rpId: string };

/**
 * Passkeys work at the public URL of an installation only, as browsers bind them to a host. Throws unprocessable where
 * that is an address instead of a name, for which browsers make no passkeys.
 */
export function passkeySite(config: Pick<Config, 'PUBLIC_URL' | 'HTTP_PORT'>): PasskeySite {
  const { origin, hostname } = new URL(publicUrl(config));
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) === 0) return { origin, rpId: hostname };
  throw new AppError(
    'unprocessable',
    'Passkeys need a name instead of an address for this installation. Please ask your administrator to set PUBLIC_URL.',
  );
}
