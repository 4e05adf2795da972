/** A line longer than this is not from MPD: its longest are paths and stream titles. */
const LINE_MAX_BYTES = 65_536;
/** More lines than the commands that are used here send. */
const LINES_MAX = 10_000;
const ACK = /^ACK \[(\d+)@(\d+)\] \{([^}]*)\} (.*)$/;

/** What a command answered: the values by their names. Of a name that comes more than once, the values are in order. */
export type MpdAnswer = ReadonlyMap<string, readonly string[]>;

export class MpdError extends Error {
  /** The number of the error in MPD's protocol, for example 50: there is no such song. */
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export class MpdProtocolError extends Error {}

/**
 * Reads the answers out of the bytes of a connection, however they are divided. The first answer is the greeting.
 * @param answered is called with each answer, or with the refusal, in order
 */
export function createResponseParser(answered: (answer: MpdAnswer | MpdError) => void) {
  let rest: Buffer = Buffer.alloc(0);
  let lines = 0;
  let values = new Map<string, string[]>();

  function finish(answer: MpdAnswer | MpdError): void {
    values = new Map();
    lines = 0;
    answered(answer);
  }

  function read(line: string): void {
    if (line === 'OK' || line.startsWith('OK MPD ')) return finish(values);
    const refused = ACK.exec(line);
    if (refused) return finish(new MpdError(Number(refused[1]), `${refused[3]}: ${refused[4]}`));
    const colon = line.indexOf(': ');
    if (colon <= 0) throw new MpdProtocolError(`no line of MPD: ${line.slice(0, 100)}`);
    if (++lines > LINES_MAX) throw new MpdProtocolError(`an answer of more than ${LINES_MAX} lines`);
    const name = line.slice(0, colon);
    const value = line.slice(colon + 2);
    const former = values.get(name);
    if (former) former.push(value);
    else values.set(name, [value]);
  }

  return {
    /** Throws MpdProtocolError, after which the connection is of no use. */
    feed(bytes: Buffer): void {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
        const line = rest.toString('utf8', 0, end);
        rest = rest.subarray(end + 1);
        read(line);
      }
      if (rest.length > LINE_MAX_BYTES) throw new MpdProtocolError(`a line of more than ${LINE_MAX_BYTES} bytes`);
    },
  };
}

/** The line of a command. Throws RangeError for an argument that does not fit in one line. */
export function formatCommand(command: string, ...args: readonly (string | number)[]): string {
  return [command, ...args.map((arg) => quote(String(arg)))].join(' ');
}

/** A list that MPD runs as one command: it stops at the first one that fails. */
export const formatList = (commands: readonly string[]): string =>
  ['command_list_begin', ...commands, 'command_list_end'].join('\n');

function quote(text: string): string {
  if (/[\n\r\0]/.test(text)) throw new RangeError('an argument of MPD has one line');
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
