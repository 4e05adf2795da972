import { useTimeout } from '@mantine/hooks';
import { useEffect, useState, type ComponentType, type PropsWithChildren } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { ErrorState } from './error-state.tsx';

/** A part that is loaded sooner shows no skeleton before it. */
const SKELETON_DELAY_MS = 100;

export type LazyPart<P extends object> = ComponentType<P> & {
  preload: () => void;
};

type Options<P extends object> = {
  load: () => Promise<ComponentType<P>>;
  Waiting: ComponentType;
  /** The frame of the skeleton and the error, such as a drawer. It gets the part's properties. */
  Frame?: ComponentType<PropsWithChildren<P>>;
  /** Shown where loading fails, instead of the error with Retry. */
  Failed?: ComponentType<FailedProps>;
};
type FailedProps = { onRetry: () => void };

/**
 * A part of the console whose code is loaded when it is first rendered: a screen, a drawer, a chart. Until then it shows a
 * skeleton; where loading fails, an error with Retry. The rest of the page is not affected.
 */
export function lazyPart<P extends object>({
  load,
  Waiting,
  Frame = Unframed,
  Failed = CodeMissing,
}: Options<P>): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  let underWay: Promise<ComponentType<P>> | undefined;
  const fetchPart = (): Promise<ComponentType<P>> =>
    (underWay ??= load().then(
      (part) => (loaded = part),
      (error: unknown) => {
        underWay = undefined;
        throw error;
      },
    ));

  function Part(props: P) {
    const [Content, setContent] = useState<ComponentType<P> | undefined>(() => loaded);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Content || failed) return;
      let drawn = true;
      fetchPart().then(
        (part) => drawn && setContent(() => part),
        () => drawn && setFailed(true),
      );
      return () => {
        drawn = false;
      };
    }, [Content, failed]);

    if (Content) return <Content {...props} />;
    const content = failed ? <Failed onRetry={() => setFailed(false)} /> : <Waiting />;
    const framed = <Frame {...props}>{content}</Frame>;
    return failed ? framed : <Later>{framed}</Later>;
  }

  return Object.assign(Part, { preload: () => void fetchPart().catch(() => undefined) });
}

function CodeMissing({ onRetry }: FailedProps) {
  const { t } = useTranslation('common');
  return <ErrorState title={t('not_loaded.title')} message={t('not_loaded.message')} onRetry={onRetry} />;
}

const Unframed = ({ children }: PropsWithChildren) => children;

/** Shows nothing at first, because a skeleton that is replaced immediately looks like a flicker. */
function Later({ children }: PropsWithChildren) {
  const [due, setDue] = useState(false);
  useTimeout(() => setDue(true), SKELETON_DELAY_MS, { autoInvoke: true });
  return due ? children : <span hidden aria-busy />;
}
