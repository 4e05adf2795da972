import type { Reader } from '@belfry/schemas/json/reader';
import type { Answer, Endpoint, Input } from '@belfry/schemas/http/endpoint';
import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import type { Transport } from './answer-check.ts';

/** A call whose endpoint, and the schema that reads its answer, are loaded when it is made. */
export type LaterCall = {
  load: () => Promise<Endpoint>;
  /** null: 204 without a body. */
  loadReader: () => Promise<Reader<unknown> | null>;
  input: unknown;
  transport: Transport;
};

type Checked<R> = { value: R } | { issues: readonly { message: string }[] };
type LaterDefinition<Arg, R> = {
  query: (arg: Arg) => LaterCall;
  rawResponseSchema: {
    '~standard': { version: 1; vendor: string; validate: (answer: unknown) => Promise<Checked<R>> };
  };
  transformResponse: (answer: R) => R;
};

/** What a call needs besides its endpoint is not part of the first load either. */
const loadRest = () => import('./answer-check.ts');

/**
 * As `call`, for the pages of the first load: the contract, and zod with it, is loaded with the first call.
 *
 *     requestUnlock: build.mutation({ ...callLater(async () => (await import('@belfry/schemas/http/accounts/auth')).authHttp.requestUnlock) }),
 */
export const callLater = <E extends Endpoint>(
  load: () => Promise<E>,
  transport: Transport = {},
): LaterDefinition<Input<E>, Answer<E>> => {
  const loadReader = async () => (await load()).answer as Reader<Answer<E>> | null;
  return { query: (input) => ({ load, loadReader, input, transport }), ...checkedBy(loadReader) };
};

/** As `reading`: the same call, whose answer is read by another schema, where a product rule accepts other answers than the contract. */
export const readingLater = <Arg, R>(
  { query }: { query: (arg: Arg) => LaterCall },
  loadReader: () => Promise<Reader<R>>,
): LaterDefinition<Arg, R> => ({ query: (arg) => ({ ...query(arg), loadReader }), ...checkedBy(loadReader) });

const checkedBy = <R>(loadReader: () => Promise<Reader<R> | null>): Omit<LaterDefinition<never, R>, 'query'> => ({
  rawResponseSchema: {
    '~standard': {
      version: 1,
      vendor: 'belfry',
      validate: async (answer) => {
        const [reader, { checkAnswer }] = await Promise.all([loadReader(), loadRest()]);
        return checkAnswer(reader, answer);
      },
    },
  },
  transformResponse: (answer) => answer,
});

/**
 * What fetch is called with; loads the endpoint of a later call and what checks its answer.
 * @throws where that cannot be loaded
 */
export async function fetchArgsOf(called: string | FetchArgs | LaterCall): Promise<string | FetchArgs> {
  if (typeof called === 'string' || !('load' in called)) return called;
  const [endpoint, { fetchArgsTo }] = await Promise.all([called.load(), loadRest(), called.loadReader()]);
  return fetchArgsTo(endpoint, called.input, called.transport);
}
