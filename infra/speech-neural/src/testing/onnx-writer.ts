/** Writes ONNX files with a few operators: enough for models whose sound a test can predict. */
const CHUNK = 128;
type Bytes = Uint8Array;

const join = (parts: readonly Bytes[]): Bytes => Uint8Array.from(Buffer.concat(parts));

function varint(value: number): Bytes {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= CHUNK) {
    bytes.push((rest % CHUNK) + CHUNK);
    rest = Math.floor(rest / CHUNK);
  }
  return Uint8Array.from([...bytes, rest]);
}

export const number = (field: number, value: number): Bytes => join([varint(field * 8), varint(value)]);
export const content = (field: number, value: string | Bytes): Bytes => {
  const bytes = typeof value === 'string' ? Uint8Array.from(Buffer.from(value)) : value;
  return join([varint(field * 8 + 2), varint(bytes.length), bytes]);
};

const FLOAT = 1;
const INT64 = 7;
export type ElementType = typeof FLOAT | typeof INT64;
export const ELEMENTS = { float: FLOAT, int64: INT64 } as const;

export function value(name: string, type: keyof typeof ELEMENTS, shape: readonly (number | string)[]): Bytes {
  const dims = shape.map((dim) => content(1, typeof dim === 'number' ? number(1, dim) : content(2, dim)));
  const tensor = join([number(1, ELEMENTS[type]), content(2, join(dims))]);
  return join([content(1, name), content(2, content(1, tensor))]);
}

export function tensor(name: string, shape: readonly number[], data: Float32Array | BigInt64Array): Bytes {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const type = data instanceof Float32Array ? FLOAT : INT64;
  return join([...shape.map((dim) => number(1, dim)), number(2, type), content(8, name), content(9, raw)]);
}

export const longs = (name: string, ...values: number[]): Bytes =>
  tensor(name, [values.length], BigInt64Array.from(values, BigInt));

const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;
/** One or several whole numbers, which must be positive. */
const attribute = (name: string, given: number | readonly number[]): Bytes =>
  typeof given === 'number'
    ? join([content(1, name), number(3, given), number(20, ATTRIBUTE_INT)])
    : join([content(1, name), ...given.map((each) => number(8, each)), number(20, ATTRIBUTE_INTS)]);

export type Node = {
  op: string;
  inputs: string[];
  output: string;
  attributes?: Record<string, number | readonly number[]>;
  domain?: string;
};

const nodeOf = ({ op, inputs, output, attributes = {}, domain }: Node): Bytes =>
  join([
    ...inputs.map((input) => content(1, input)),
    content(2, output),
    content(3, `${op}-${output}`),
    content(4, op),
    ...Object.entries(attributes).map(([name, given]) => content(5, attribute(name, given))),
    ...(domain === undefined ? [] : [content(7, domain)]),
  ]);

export type GraphParts = { nodes: Node[]; inputs: Bytes[]; outputs: Bytes[]; constants?: Bytes[]; extra?: Bytes[] };

export const graph = ({ nodes, inputs, outputs, constants = [], extra = [] }: GraphParts): Bytes =>
  join([
    ...nodes.map((node) => content(1, nodeOf(node))),
    content(2, 'graph'),
    ...constants.map((constant) => content(5, constant)),
    ...inputs.map((input) => content(11, input)),
    ...outputs.map((output) => content(12, output)),
    ...extra,
  ]);

const IR_VERSION = 8;
const OPSET = 17;
export const model = (parts: GraphParts): Bytes =>
  join([number(1, IR_VERSION), content(7, graph(parts)), content(8, join([content(1, ''), number(2, OPSET)]))]);
