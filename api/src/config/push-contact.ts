import { isEmail } from '@belfry/schemas/domain/email-address';
import { isIP } from 'node:net';

/** Names of local networks, and those that belong to nobody: nobody outside finds them (RFC 6761, RFC 6762, RFC 8375, ICANN). */
const LOCAL =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|invalid|example|arpa)\.?$/i;
const isPublicHost = (host: string): boolean =>
  host.includes('.') && isIP(host.replaceAll(/^\[|\]$/g, '')) === 0 && !LOCAL.test(host);

/**
 * The contact as push services take it: `mailto:` or `https:` with a public name; a mail address alone gets its scheme. Null for anything else: Apple answers
 * 403 to a name that only a local network has, and to a blank behind the colon (https://github.com/web-push-libs/web-push/issues/947).
 */
export function readPushContact(text: string): string | null {
  const written = text.trim();
  const mail = written.replace(/^mailto:/i, '');
  if (isEmail(mail) && !/\s/.test(mail))
    return isPublicHost(mail.slice(mail.lastIndexOf('@') + 1)) ? `mailto:${mail}` : null;
  const url = /\s/.test(written) ? null : URL.parse(written);
  return url?.protocol === 'https:' && isPublicHost(url.hostname) ? url.href.replace(/\/$/, '') : null;
}

type ContactSettings = { PUSH_CONTACT?: string | undefined; PUBLIC_URL?: string | undefined; MAIL_FROM: string };

/**
 * The contact of this installation for push services: PUSH_CONTACT, else its address, else the sender of its mails;
 * null where none of them has a public name.
 */
export const pushContactOf = ({ PUSH_CONTACT, PUBLIC_URL, MAIL_FROM }: ContactSettings): string | null =>
  readPushContact(PUSH_CONTACT ?? '') ??
  readPushContact(PUBLIC_URL ?? '') ??
  readPushContact(/<([^<>]+)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM);
