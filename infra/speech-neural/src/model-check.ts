import { fieldsOf, textOf, type Field } from './protobuf.ts';

/** Deeper graphs than those of loops and conditions in speech models. */
const DEPTH_MAX = 8;
const NODES_MAX = 100_000;
/** Operators of the runtime itself; a domain of somebody else would need a library. */
const DOMAINS: ReadonlySet<string> = new Set(['', 'ai.onnx', 'ai.onnx.ml', 'com.microsoft']);
const EXTERNAL = 1;
/** Types of elements by their number in ONNX. */
const ELEMENTS: Readonly<Record<number, string>> = { 1: 'float', 6: 'int32', 7: 'int64', 10: 'float16', 11: 'double' };

/** Numbers of fields in ONNX. */
const MODEL = { graph: 7, training: 20, functions: 25 } as const;
const GRAPH = { node: 1, initializer: 5, input: 11, output: 12, sparseInitializer: 15 } as const;
const NODE = { attribute: 5, domain: 7 } as const;
const FUNCTION = { node: 7 } as const;
const ATTRIBUTE = { tensor: 5, graph: 6, tensors: 10, graphs: 11, sparseTensor: 22, sparseTensors: 23 } as const;
const TENSOR = { name: 8, externalData: 13, dataLocation: 14 } as const;
const SPARSE = { values: 1, indices: 2 } as const;

/** What a loader feeds a model with: names → types of elements, as `{ input: 'int64' }`. */
export type ModelInputs = Readonly<Record<string, string>>;

type GraphFacts = { inputs: Map<string, string>; outputs: string[]; initializers: Set<string>; nodes: number };

/** Checks a model before the runtime sees it: its inputs are exactly those of a loader, and nothing lies outside of the file. */
export type ModelExpectation = { required: ModelInputs; optional?: ModelInputs };

/**
 * Reads the graph of an ONNX file in one pass. Throws an Error with the reason for a file that is truncated, nested too
 * deeply, has external data, foreign operators, or other inputs than expected.
 * @returns the names of the inputs and outputs
 */
export function checkModel(
  file: Uint8Array,
  { required, optional = {} }: ModelExpectation,
): { inputs: string[]; outputs: string[] } {
  const facts: GraphFacts = { inputs: new Map(), outputs: [], initializers: new Set(), nodes: 0 };
  let graphs = 0;
  for (const field of fieldsOf(file)) {
    if (field.number === MODEL.training) throw new Error('the model contains training data');
    if (field.number === MODEL.functions) {
      for (const part of fieldsOf(bytesOf(field))) if (part.number === FUNCTION.node) checkNode(part, facts, 1);
    }
    if (field.number !== MODEL.graph) continue;
    graphs += 1;
    // The runtime would merge several.
    if (graphs > 1) throw new Error('the model has more than one graph');
    checkGraph(bytesOf(field), facts, 0);
  }
  if (graphs === 0) throw new Error('the file has no graph');
  const inputs = new Map([...facts.inputs].filter(([name]) => !facts.initializers.has(name)));
  for (const name of Object.keys(required))
    if (!inputs.has(name)) throw new Error(`the model has no input "${name}": it is not of this kind`);
  for (const [name, element] of inputs) {
    const expected = required[name] ?? optional[name];
    if (expected === undefined) throw new Error(`the model has the unknown input "${name.slice(0, 80)}"`);
    if (expected !== element) throw new Error(`the input "${name}" is of type ${element} instead of ${expected}`);
  }
  if (facts.outputs.length === 0) throw new Error('the model has no output');
  return { inputs: [...inputs.keys()], outputs: facts.outputs };
}

function bytesOf({ number, bytes }: Field): Uint8Array {
  if (!bytes) throw new Error(`field ${number} of the model is damaged`);
  return bytes;
}

function checkGraph(graph: Uint8Array, facts: GraphFacts, depth: number): void {
  if (depth > DEPTH_MAX) throw new Error(`the graph is nested more than ${DEPTH_MAX} levels deep`);
  for (const field of fieldsOf(graph)) {
    if (field.number === GRAPH.node) checkNode(field, facts, depth);
    else if (field.number === GRAPH.initializer) {
      const name = checkTensor(bytesOf(field));
      if (depth === 0) facts.initializers.add(name);
    } else if (field.number === GRAPH.sparseInitializer) checkSparse(bytesOf(field));
    else if (depth === 0 && field.number === GRAPH.input) {
      const { name, element } = readValue(bytesOf(field));
      facts.inputs.set(name, element);
    } else if (depth === 0 && field.number === GRAPH.output) facts.outputs.push(readValue(bytesOf(field)).name);
  }
}

function checkNode(node: Field, facts: GraphFacts, depth: number): void {
  facts.nodes += 1;
  if (facts.nodes > NODES_MAX) throw new Error(`the graph has more than ${NODES_MAX} nodes`);
  for (const field of fieldsOf(bytesOf(node))) {
    if (field.number === NODE.domain) {
      const domain = textOf(bytesOf(field));
      if (!DOMAINS.has(domain)) throw new Error(`the model needs operators of "${domain.slice(0, 80)}"`);
    } else if (field.number === NODE.attribute) checkAttribute(bytesOf(field), facts, depth);
  }
}

function checkAttribute(attribute: Uint8Array, facts: GraphFacts, depth: number): void {
  for (const field of fieldsOf(attribute)) {
    if (field.number === ATTRIBUTE.tensor || field.number === ATTRIBUTE.tensors) checkTensor(bytesOf(field));
    else if (field.number === ATTRIBUTE.graph || field.number === ATTRIBUTE.graphs)
      checkGraph(bytesOf(field), facts, depth + 1);
    else if (field.number === ATTRIBUTE.sparseTensor || field.number === ATTRIBUTE.sparseTensors)
      checkSparse(bytesOf(field));
  }
}

function checkSparse(sparse: Uint8Array): void {
  for (const field of fieldsOf(sparse))
    if (field.number === SPARSE.values || field.number === SPARSE.indices) checkTensor(bytesOf(field));
}

/** @returns the name of the tensor */
function checkTensor(tensor: Uint8Array): string {
  let name = '';
  for (const field of fieldsOf(tensor)) {
    const isExternal =
      field.number === TENSOR.externalData || (field.number === TENSOR.dataLocation && field.value === EXTERNAL);
    if (isExternal) throw new Error('the model reads data from another file');
    if (field.number === TENSOR.name) name = textOf(bytesOf(field));
  }
  return name;
}

function readValue(value: Uint8Array): { name: string; element: string } {
  let name = '';
  let element = 'no tensor';
  for (const field of fieldsOf(value)) {
    if (field.number === 1) name = textOf(bytesOf(field));
    if (field.number !== 2) continue;
    for (const type of fieldsOf(bytesOf(field))) {
      if (type.number !== 1) continue;
      for (const part of fieldsOf(bytesOf(type)))
        if (part.number === 1) element = ELEMENTS[part.value ?? 0] ?? `number ${part.value}`;
    }
  }
  return { name, element };
}
