import type { RouteSpec } from './route-spec.ts';

/** For tests: throws when an answer does not match the schema that the route declares and documents. */
export function checkAnswer(spec: RouteSpec, json: string): void {
  const parsed = spec.answer?.safeParse(JSON.parse(json));
  if (parsed && !parsed.success) {
    throw new Error(`${spec.method} ${spec.path} answered what it does not declare: ${parsed.error.message}`);
  }
}
