import type { Client } from 'aedes';
import type { Connection } from '../transport/connection.ts';

type WithParser = { _parser: { parse(bytes: Buffer): number } };

/**
 * The engine parses in the handler of a stream event: whatever the parser, or anything it calls, throws on some input
 * would be an uncaught exception and end the process for everybody. Here it ends the connection it came from.
 */
export function containFaults(client: Client, connection: Connection): void {
  const { _parser: parser } = client as unknown as WithParser;
  const parse = parser.parse.bind(parser);
  parser.parse = (bytes) => {
    try {
      return parse(bytes);
    } catch (error) {
      connection.destroy(error instanceof Error ? error : new Error(String(error)));
      return 0;
    }
  };
}
