import { availableParallelism } from 'node:os';

export type Values = { data: Float32Array | BigInt64Array; shape: number[] };

export type Model = {
  /** Runs the model. @returns its first output. Throws an Error with the runtime's text. */
  run(inputs: Readonly<Record<string, Values>>): Promise<Float32Array>;
  release(): Promise<void>;
};

export type LoadedVoice = {
  sampleRate: number;
  /** @returns samples from -1 to 1; none where the text has nothing that the voice can say */
  speak(text: string): Promise<Float32Array>;
  release(): Promise<void>;
};

/** Loads models from memory, so that none can name other files. */
export type Runtime = { load(file: Uint8Array): Promise<Model> };

/** More do not make speech faster, and the machine has other work. */
const THREADS_MAX = 2;

/** The runtime, or why there is none: the package is optional, and does not exist for every platform. */
export async function findRuntime(): Promise<Runtime | { missing: string }> {
  try {
    const onnx = await import('onnxruntime-node');
    const numThreads = Math.min(THREADS_MAX, availableParallelism());
    return {
      async load(file) {
        const session = await onnx.InferenceSession.create(file, {
          executionProviders: ['cpu'],
          intraOpNumThreads: numThreads,
          interOpNumThreads: 1,
          logSeverityLevel: 4,
        });
        const [output = ''] = session.outputNames;
        return {
          async run(inputs) {
            const feeds = Object.fromEntries(
              Object.entries(inputs).map(([name, { data, shape }]) => [
                name,
                data instanceof Float32Array
                  ? new onnx.Tensor('float32', data, shape)
                  : new onnx.Tensor('int64', data, shape),
              ]),
            );
            const results = await session.run(feeds, [output]);
            const data = results[output]?.data;
            if (!(data instanceof Float32Array)) throw new Error('the model answers something else than sound');
            return data;
          },
          release: () => session.release(),
        };
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return { missing: `onnxruntime does not run on ${process.platform} ${process.arch}: ${reason}` };
  }
}

export const integers = (values: readonly number[], shape: number[]): Values => ({
  data: BigInt64Array.from(values, BigInt),
  shape,
});
