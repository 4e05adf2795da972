import type { RouteSpec } from './route.ts';

/** For tests: throws when an answer is not what the route declares, so that the documentation cannot lie. */
export function checkAnswer(spec: RouteSpec, json: string): void {
  const parsed = spec.answer?.safeParse(JSON.parse(json));
  if (parsed && !parsed.success) {
    throw new Error(`${spec.method} ${spec.path} answered what it does not declare: ${parsed.error.message}`);
  }
}
