import { randomFillSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkModel } from './model-check.ts';
import { PIPER_INPUTS } from './piper.ts';
import { content, graph, longs, model, number, tensor, value, type GraphParts } from './testing/onnx-writer.ts';
import { piperModel } from './testing/piper-stand-in.ts';

const bytes = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));
const expected = { required: { input: 'int64' }, optional: { sid: 'int64' } };
const plain: GraphParts = {
  inputs: [value('input', 'int64', [1, 'n'])],
  outputs: [value('output', 'float', [1])],
  nodes: [{ op: 'Cast', inputs: ['input'], output: 'output', attributes: { to: 1 } }],
};
const check = (parts: Partial<GraphParts>) => () => checkModel(model({ ...plain, ...parts }), expected);
const nested = (depth: number, inner: Uint8Array): Uint8Array => {
  let inside = inner;
  for (let level = 0; level < depth; level += 1) inside = content(1, content(5, content(6, inside)));
  return inside;
};
const external = bytes(content(8, 'weights'), content(13, content(1, 'location')));

describe('a model', () => {
  it('of a loader is taken, with the inputs that it may have', () => {
    expect(checkModel(piperModel(), PIPER_INPUTS)).toEqual({
      inputs: ['input', 'input_lengths', 'scales'],
      outputs: ['output'],
    });
    expect(checkModel(piperModel({ speakers: 3 }), PIPER_INPUTS).inputs).toContain('sid');
  });

  it('may name its constants as inputs, as old files do', () => {
    const constants = [tensor('weight', [1], Float32Array.of(1))];
    const inputs = [...plain.inputs, value('weight', 'float', [1])];
    expect(check({ constants, inputs })()).toMatchObject({ inputs: ['input'] });
  });

  it.each<[string, Partial<GraphParts>, string]>([
    ['without an input', { inputs: [] }, 'the model has no input "input": it is not of this kind'],
    [
      'with an unknown input',
      { inputs: [...plain.inputs, value('path', 'int64', [1])] },
      'the model has the unknown input "path"',
    ],
    [
      'with an input of another type',
      { inputs: [value('input', 'float', [1])] },
      'the input "input" is of type float instead of int64',
    ],
    ['without an output', { outputs: [] }, 'the model has no output'],
    ['with external data', { constants: [external] }, 'the model reads data from another file'],
    [
      'with data that is marked as external',
      { constants: [bytes(content(8, 'weights'), number(14, 1))] },
      'the model reads data from another file',
    ],
    [
      'with external data in an attribute',
      { extra: [content(1, content(5, content(5, external)))] },
      'the model reads data from another file',
    ],
    [
      'with external data in an inner graph',
      { extra: [nested(3, content(5, external))] },
      'the model reads data from another file',
    ],
    [
      'with external data in sparse constants',
      { extra: [content(15, content(1, external))] },
      'the model reads data from another file',
    ],
    [
      'with foreign operators',
      { nodes: [{ op: 'Steal', inputs: ['input'], output: 'output', domain: 'com.evil' }] },
      'the model needs operators of "com.evil"',
    ],
    ['nested deeply', { extra: [nested(10, longs('x', 1))] }, 'the graph is nested more than 8 levels deep'],
  ])('%s is refused', (_what, parts, reason) => expect(check(parts)).toThrow(reason));

  it('with several graphs or training data is refused', () => {
    const two = bytes(content(7, graph(plain)), content(7, graph(plain)));
    expect(() => checkModel(two, expected)).toThrow('more than one graph');
    expect(() => checkModel(bytes(content(7, graph(plain)), content(20, '')), expected)).toThrow('training data');
  });

  it('with functions is looked into', () => {
    const file = bytes(content(7, graph(plain)), content(25, content(7, content(5, content(5, external)))));
    expect(() => checkModel(file, expected)).toThrow('another file');
  });

  it('that is cut anywhere is refused', () => {
    const file = model(plain);
    const graphEnd = file.length - 6;
    for (let length = 0; length < graphEnd; length += 1)
      expect(() => checkModel(file.subarray(0, length), expected), String(length)).toThrow();
  });

  it('of 10 MB of garbage is refused at once', () => {
    const garbage = new Uint8Array(10 * 1_024 * 1_024);
    for (const file of [
      garbage,
      new Uint8Array(garbage.length).fill(255),
      randomFillSync(new Uint8Array(garbage.length)),
    ])
      expect(() => checkModel(file, expected)).toThrow();
  });

  it('that is nested thousands of levels deep is left at the ninth', () => {
    expect(check({ extra: [nested(2_000, longs('x', 1))] })).toThrow('nested more than 8 levels deep');
  });
});
