import type { ErrorDetail } from '@belfry/schemas/http/errors';
import type { Request } from 'express';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import { checkText } from './check-text.ts';
import type { RouteSpec } from './route-spec.ts';

type Input = { params: unknown; query: unknown; body: unknown };

/** Parses parameters, query and body by the route's schemas. Throws invalid_input with every invalid field. */
export function validate(spec: RouteSpec, req: Request): Input {
  const input: Input = { params: req.params, query: req.query, body: bodyOf(spec, req) };
  for (const part of PARTS) checkText(part, input[part]);
  return {
    params: parse(spec.params, input.params),
    query: parse(spec.query, input.query),
    body: parse(spec.body, input.body),
  };
}

const PARTS = ['params', 'query', 'body'] as const;

function bodyOf({ body, bodyType }: RouteSpec, req: Request): unknown {
  if (!body || req.body !== undefined) return req.body;
  // The body parser ignores bodies of other types. A missing body counts as an empty object.
  if (hasBody(req)) throw new AppError('unsupported_media_type', `The body must be ${bodyType ?? 'application/json'}`);
  return {};
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(toDetail);
  throw new AppError('invalid_input', sentence(details), { details });
}

const toDetail = ({ path, message }: z.core.$ZodIssue): ErrorDetail => ({ path: path.map(String).join('.'), message });

/** The beginnings of zod's own messages; no message of the schemas begins so. */
const ZOD_MESSAGE =
  /^(Invalid (input|option|string|number|key|value|element|discriminator|email|ISO|URL|UUID)|Too (big|small)|Unrecognized)/;

/** The message of the first issue. A message of zod itself is prefixed with the name of the field. */
function sentence([first]: ErrorDetail[]): string {
  if (!first) return 'Invalid input';
  return first.path !== '' && ZOD_MESSAGE.test(first.message) ? `${first.path}: ${first.message}` : first.message;
}
