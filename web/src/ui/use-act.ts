import { useRef, useState } from 'react';
import { useErrorMessage } from '../lib/api/use-error-message.ts';
import { toast } from './toast.ts';

type Options = {
  /** Failures are in `failure`, beside what was pressed, instead of a toast. */
  inline?: boolean;
  /** Calls do not wait for each other: in lists, and for settings whose last value counts. */
  parallel?: boolean;
};

/** `conflict`: a person has to decide first, which the form shows; see `sendEdit`. */
type Answered<R> = { data?: R | undefined; error?: unknown; conflict?: unknown };

type Outcome<R> = {
  /** Toast of a success; none where it is left out. */
  done?: string | ((answer: R) => string | undefined);
  /** Text of a failure where neither the server nor `textOf` has one. */
  failed: string;
  /** Text for errors of which this place says more than the server; undefined for others. */
  textOf?: (error: unknown) => string | undefined;
};

/**
 * Makes calls that people have asked for, and says how they went.
 *
 *     const { act, pending } = useAct();
 *     const confirm = () => act(() => remove(id), { done: t('deleted', { name }), failed: t('delete_failed') });
 *
 * @returns `act`: resolves to the answer (null for 204), or to undefined where it failed, where an edit has conflicts, or where a second press was ignored because the first
 * is `pending`; `failure`: the text of the last failure with `inline`, until the next call; `fail`: shows a problem that needs no call, or none
 */
export function useAct({ inline = false, parallel = false }: Options = {}) {
  const errorText = useErrorMessage();
  const running = useRef(0);
  const [pending, setPending] = useState(false);
  const [failure, fail] = useState<string | null>(null);

  async function act<R>(
    call: () => PromiseLike<Answered<R>>,
    { done, failed, textOf }: Outcome<Exclude<R, undefined>>,
  ): Promise<Exclude<R, undefined> | undefined> {
    if (running.current > 0 && !parallel) return undefined;
    running.current += 1;
    setPending(true);
    if (inline) fail(null);
    const { data, error, conflict } = await answerOf(call);
    running.current -= 1;
    setPending(running.current > 0);
    if (conflict !== undefined) return undefined;
    if (error !== undefined) {
      const text = textOf?.(error) ?? errorText(error, failed);
      if (inline) fail(text);
      else toast('error', text);
      return undefined;
    }
    const answer = (data ?? null) as Exclude<R, undefined>;
    const message = typeof done === 'function' ? done(answer) : done;
    if (message !== undefined) toast('success', message);
    return answer;
  }

  return { act, pending, failure, fail };
}

/** What is thrown becomes the error of the answer, whose text is then `failed`. */
async function answerOf<R>(call: () => PromiseLike<Answered<R>>): Promise<Answered<R>> {
  try {
    return await call();
  } catch (error) {
    return { error: error ?? new Error('the call failed') };
  }
}
