import type { Reader } from '@belfry/schemas/json/reader';
import { requestOf, type Answer, type Endpoint, type Input } from '@belfry/schemas/http/endpoint';
import type { FetchArgs, FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import type { Page } from '../paging.ts';
import { type ApiError, UNREADABLE_ANSWER } from './api-error.ts';
import type { Tag, ApiQuery } from './base-api.ts';
import { lenient, type AnswerCheck } from './answer-check.ts';
import { inOrganisation } from '../session/organisation.ts';

/** How a request is sent or its answer read, where that differs from JSON within the usual time. */
type Transport = Pick<FetchArgs, 'headers' | 'responseHandler' | 'timeout' | 'validateStatus'>;

export type Definition<Arg, R> = {
  query: (arg: Arg) => FetchArgs;
  rawResponseSchema?: AnswerCheck<R>;
  transformResponse: (answer: R) => R;
};

/**
 * The request, the check of the answer and the types of an endpoint of the contract. Spread it into a query or a mutation:
 *
 *     getGroups: build.query({ ...call(groupsHttp.list), providesTags: ['Group'] }),
 *
 * A `transformResponse` after it gets the checked answer; its parameters need types, since a spread gives them none.
 */
export const call = <E extends Endpoint>(endpoint: E, transport?: Transport): Definition<Input<E>, Answer<E>> =>
  definitionOf(endpoint, (input: Input<E>) => input, endpoint.answer as Reader<Answer<E>> | null, transport);

/** The same call with another key than that of the session: that of a sign-in which has to set up a second factor. */
export const withKey = <Arg, R>({
  query,
  ...rest
}: Definition<Arg, R>): Definition<{ key: string; input: Arg }, R> => ({
  ...rest,
  query: ({ key, input }) => ({ ...query(input), headers: { Authorization: key } }),
});

/** As `call`, from an argument of another shape, such as the number of a page. */
export const callFrom = <E extends Endpoint, Arg>(
  endpoint: E,
  from: (arg: Arg) => Input<E>,
  transport?: Transport,
): Definition<Arg, Answer<E>> => definitionOf(endpoint, from, endpoint.answer as Reader<Answer<E>> | null, transport);

type Row<E> = Answer<E> extends readonly (infer R)[] ? R : never;
type PageDefinition<Arg, R> = Omit<Definition<Arg, R[]>, 'transformResponse'> & {
  transformResponse: (rows: R[], meta: FetchBaseQueryMeta | undefined) => Page<R>;
};

/**
 * As `call` (or `callFrom`) of a list, whose answer becomes a page with the number of all matches.
 *
 *     getApprovals: build.query({ ...callPage(approvalsHttp.list), providesTags: ['Approval'] }),
 */
export const callPage = <E extends Endpoint, Arg = Input<E>>(
  endpoint: E,
  from: (arg: Arg) => Input<E> = (arg) => arg as unknown as Input<E>,
): PageDefinition<Arg, Row<E>> => ({
  ...definitionOf(endpoint, from, endpoint.answer as Reader<Row<E>[]> | null),
  transformResponse: pageOf<Row<E>>,
});

/** As `call`, but reads the answer by another schema, where a product rule accepts other answers than the contract. */
export const callReading = <E extends Endpoint, R>(endpoint: E, reads: Reader<R>): Definition<Input<E>, R> =>
  reading(call(endpoint), reads);

/**
 * The same call, whose answer is read by another schema: a file as its text, or as in `callReading`.
 *
 *     exportDevices: build.mutation(reading(call(filesHttp.export, { responseHandler: 'text' }), z.string())),
 */
export const reading = <Arg, R>(
  { query }: { query: (arg: Arg) => FetchArgs },
  reads: Reader<R>,
): Definition<Arg, R> => ({ query, rawResponseSchema: lenient(reads), transformResponse: (answer) => answer });

/** Sends a request; a `queryFn` gets it as its last parameter. */
export type Ask = (request: FetchArgs) => ReturnType<ApiQuery>;
type Asked<R> = { data: R; error?: undefined } | { data?: undefined; error: ApiError };

/**
 * Makes one of the calls of a `queryFn` and checks its answer.
 *
 *     const link = await askFor(ask, call(audioContentHttp.createLink), { sha256 });
 */
export async function askFor<Arg, R>(ask: Ask, called: Definition<Arg, R>, arg: Arg): Promise<Asked<R>> {
  const { data, error } = await ask(called.query(arg));
  if (error) return { error };
  if (!called.rawResponseSchema) return { data: called.transformResponse(data as R) };
  const checked = called.rawResponseSchema['~standard'].validate(data);
  return 'value' in checked ? { data: checked.value } : { error: UNREADABLE_ANSWER };
}

/** What fetch is called with to send `input` to an endpoint. */
function fetchArgsTo(endpoint: Endpoint, input: unknown, transport: Transport = {}): FetchArgs {
  const { path: url, query: params, ...request } = requestOf(endpoint, inOrganisation(endpoint, input));
  // With empty parameters the address would end in a question mark.
  return { url, ...(Object.keys(params).length > 0 && { params }), ...request, ...transport };
}

function definitionOf<Arg, R>(
  endpoint: Endpoint,
  from: (arg: Arg) => unknown,
  reads: Reader<R> | null,
  transport?: Transport,
): Definition<Arg, R> {
  return {
    query: (arg) => fetchArgsTo(endpoint, from(arg), transport),
    ...(reads && { rawResponseSchema: lenient(reads) }),
    // 204 has no body.
    transformResponse: reads ? (answer) => answer : () => null as R,
  };
}

/** For `invalidatesTags`: a failed change makes nothing stale. */
export const unlessFailed =
  <T extends Tag>(...tags: T[]) =>
  (_answer: unknown, error: unknown): T[] =>
    error ? [] : tags;

/** The query parameter of another owner, whom administrators name; nothing for oneself. */
export const ownerParameter = (owner: number | void): { user_id?: number } =>
  owner === undefined ? {} : { user_id: owner };

/** An answer that is one page of its matches, whose number is in `X-Total-Count`; its length where the header is missing. */
export const pageOf = <Row>(rows: Row[], meta: FetchBaseQueryMeta | undefined): Page<Row> => ({
  rows,
  total: Number(meta?.response?.headers.get('X-Total-Count') ?? rows.length),
});

/** For `validateStatus` of requests whose 404 means that there is nothing to show, not that something has failed. */
export const acceptNotFound = ({ ok, status }: Response): boolean => ok || status === 404;
