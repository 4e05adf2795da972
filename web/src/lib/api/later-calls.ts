import { requestOf, type Endpoint } from '@belfry/schemas/http/endpoint';
import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import type { z } from 'zod';
import { lenient } from './lenient.ts';
import type { Transport } from './call.ts';

/** What fetch is called with to send `input` to an endpoint. */
export function fetchArgsTo(endpoint: Endpoint, input: unknown, transport: Transport = {}): FetchArgs {
  const { path: url, query: params, ...request } = requestOf(endpoint, input);
  // With empty parameters the address would end in a question mark.
  return { url, ...(Object.keys(params).length > 0 && { params }), ...request, ...transport };
}

/** Checks an answer by a schema; null: 204 without a body. */
export const checkAnswer = <R>(reader: z.ZodType<R> | null, answer: unknown) =>
  reader ? lenient(reader)['~standard'].validate(answer) : { value: null as R };
