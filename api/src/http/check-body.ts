import { findJsonFault } from '@belfry/schemas/json/read-json';
import { MAX_PAYLOAD_NESTING } from '@belfry/schemas/mqtt/payload-limits';

/** Its size is limited by the body parser, its keys by the route's schema. */
const LIMITS = { bytes: Infinity, nesting: MAX_PAYLOAD_NESTING, keys: Infinity };

/** Told by its `type`, as the errors of the body parser are. */
class BodyFault extends Error {
  readonly type: string;
  constructor(type: 'body.fault' | 'charset.unsupported', message: string) {
    super(message);
    this.type = type;
  }
}

/** Refuses a JSON body before it is parsed: not in UTF-8, nested deeper than anything needs, or with a text that Postgres cannot store. */
export function checkBody(_req: unknown, _res: unknown, body: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw new BodyFault('charset.unsupported', 'JSON is UTF-8');
  const fault = findJsonFault(body, LIMITS);
  if (fault === 'too_deep')
    throw new BodyFault('body.fault', `The body is nested deeper than ${MAX_PAYLOAD_NESTING} levels`);
  if (fault) throw new BodyFault('body.fault', 'A text holds a character that cannot be stored');
}
