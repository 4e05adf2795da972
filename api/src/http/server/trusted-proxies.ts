import type { Express } from 'express';

type Trusts = (address: string, hop: number) => boolean;
/** Clients write what they like into X-Forwarded-For, so what is remembered is bounded. */
const MAX_ADDRESSES = 10_000;
const MAX_LENGTH = 64;

/** Sets whose X-Forwarded-* headers the app trusts. Each address is compared with the list once, not several times a request. */
export function trustProxies(app: Express, list: string): void {
  app.set('trust proxy', list);
  const trusts: Trusts = app.get('trust proxy fn');
  const known = new Map<string, boolean>();
  app.set('trust proxy', (address: string, hop: number): boolean => {
    const remembered = known.get(address);
    if (remembered !== undefined) return remembered;
    const trusted = trusts(address, hop);
    if (address.length > MAX_LENGTH) return trusted;
    if (known.size >= MAX_ADDRESSES) known.clear();
    known.set(address, trusted);
    return trusted;
  });
}
