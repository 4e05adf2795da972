import { useEffect } from 'react';
import { z } from 'zod';
import { useAddress } from '../address/use-address.ts';
import { readLocal, writeLocal } from '../storage/local-store.ts';
import { LOCAL_KEYS } from '../storage/storage-keys.ts';

const PARAM = 'page_size';
export const LIST_PAGE_SIZE = 20;
/** The choices for the rows of a page. */
export const LIST_PAGE_SIZES = [8, 16, LIST_PAGE_SIZE, 32, 64] as const;

const sizeSchema = z.coerce.number().pipe(z.literal(LIST_PAGE_SIZES));
/** One size for each list; invalid ones are dropped alone. */
const storedSchema = z.object({
  users: sizeSchema.optional().catch(undefined),
  voices: sizeSchema.optional().catch(undefined),
  outbox: sizeSchema.optional().catch(undefined),
  sms: sizeSchema.optional().catch(undefined),
});
/** How many rows a page has, and how people choose another number where they can. */
export type PageSize = readonly [size: number, choose?: (size: number) => void];

type PagedList = keyof z.infer<typeof storedSchema>;

const readStored = (): z.infer<typeof storedSchema> => readLocal(LOCAL_KEYS.pageSizes, storedSchema) ?? {};

/**
 * The rows per page of a list: from the address, otherwise the stored size, otherwise the default. The address names it
 * when it is not the default, so that a shared link shows the same rows; see SHELL-16.
 */
export function usePageSize(list: PagedList): [size: number, choose: (size: number) => void] {
  const [address, setAddress] = useAddress();
  const named = sizeSchema.safeParse(address.get(PARAM) ?? undefined).data;
  const size = named ?? readStored()[list] ?? LIST_PAGE_SIZE;
  const missing = named === undefined && size !== LIST_PAGE_SIZE;

  useEffect(() => {
    if (!missing) return;
    setAddress((now) => withSize(now, size), { replace: true, preventScrollReset: true });
  });

  const choose = (chosen: number): void => {
    writeLocal(LOCAL_KEYS.pageSizes, { ...readStored(), [list]: chosen });
    setAddress(
      (now) => {
        const next = withSize(now, chosen);
        next.delete('page');
        return next;
      },
      { preventScrollReset: true },
    );
  };
  return [size, choose];
}

function withSize(address: URLSearchParams, size: number): URLSearchParams {
  const next = new URLSearchParams(address);
  if (size === LIST_PAGE_SIZE) next.delete(PARAM);
  else next.set(PARAM, String(size));
  return next;
}
