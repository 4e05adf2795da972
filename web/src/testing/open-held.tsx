import type { Role } from '@belfry/schemas/domain/roles';
import type { ReactNode } from 'react';
import type { Answer, Call } from './fake-server.ts';
import { openPage } from './open-page.tsx';
import { answerWhere } from './where-factory.ts';

export type Held = {
  element: ReactNode;
  address?: string;
  role?: Role;
  /** What the page reads, by path; a path with a slash at its end stands for all below it. Places are those of `SHOPS`, and whatever else it reads is an empty list. */
  read?: Record<string, unknown>;
  answer?: Answer;
  to: string;
};

export const listed = (rows: readonly unknown[]) =>
  Response.json(rows, { headers: { 'X-Total-Count': String(rows.length), 'X-Unfiltered-Count': String(rows.length) } });

/** A page with toasts, of which one call waits until the test answers it: `sent` has each of these. */
export async function openHeld({ element, address = '/', role = 'user', read = {}, answer, to }: Held) {
  const sent: { call: Call; answer: (response: Response) => void }[] = [];
  const page = await openPage(
    element,
    (call) => {
      const { method, path } = call;
      if (`${method} ${path}` === to) return new Promise<Response>((resolve) => sent.push({ call, answer: resolve }));
      const given = answer?.(call);
      if (given) return given;
      if (path === '/where') return answerWhere(call.body);
      const known = Object.keys(read).find((each) => path === each || (each.endsWith('/') && path.startsWith(each)));
      const value = known === undefined ? [] : read[known];
      return Array.isArray(value) ? listed(value) : Response.json(value);
    },
    {},
    { address, role, toasts: true },
  );
  return { ...page, sent };
}
