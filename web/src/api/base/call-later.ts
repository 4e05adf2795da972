import { requestOf, type Answer, type Endpoint, type Input } from '@belfry/schemas/http/endpoint';
import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import type { z } from 'zod';

/** A call whose endpoint is loaded when it is made. */
export type LaterCall = { load: () => Promise<Endpoint>; input: unknown };

type Checked<R> = { value: R } | { issues: readonly { message: string }[] };
type LaterDefinition<Arg, R> = {
  query: (arg: Arg) => LaterCall;
  rawResponseSchema: {
    '~standard': { version: 1; vendor: string; validate: (answer: unknown) => Promise<Checked<R>> };
  };
  transformResponse: (answer: R) => R;
};

/**
 * As `call`, for the pages of the first load: the contract, and zod with it, is loaded with the first call.
 *
 *     requestUnlock: build.mutation({ ...callLater(async () => (await import('@belfry/schemas/http/accounts/auth')).authHttp.requestUnlock) }),
 */
export const callLater = <E extends Endpoint>(load: () => Promise<E>): LaterDefinition<Input<E>, Answer<E>> => ({
  query: (input) => ({ load, input }),
  rawResponseSchema: {
    '~standard': {
      version: 1,
      vendor: 'belfry',
      validate: async (answer): Promise<Checked<Answer<E>>> => {
        const [{ answer: schema }, { lenient }] = await Promise.all([load(), import('./lenient.ts')]);
        if (!schema) return { value: null as Answer<E> };
        return lenient(schema as z.ZodType<Answer<E>>)['~standard'].validate(answer);
      },
    },
  },
  transformResponse: (answer) => answer,
});

/** What fetch is called with; loads the endpoint of a later call. */
export async function fetchArgsOf(called: string | FetchArgs | LaterCall): Promise<string | FetchArgs> {
  if (typeof called === 'string' || !('load' in called)) return called;
  const { path: url, query: params, ...request } = requestOf(await called.load(), called.input);
  return { url, params, ...request };
}
