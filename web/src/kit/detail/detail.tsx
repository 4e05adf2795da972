import { Drawer } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useMobile } from '../../lib/use-breakpoint.ts';
import { DotsMenu } from '../../ui/dots-menu.tsx';
import { isDialogAbove } from '../../ui/dialogs/form-dialog.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { Dot, type RowState } from '../list/index.ts';
import classes from './detail.module.css';

const WIDTH_PX = 480;
const WIDE_PX = 1_040;
const SKELETONS = 6;

type Props = {
  onClose: () => void;
  /** The name of the thing; of one that is not loaded yet, what it is. */
  title: string;
  /** The names above it. */
  path?: string | undefined;
  /** One sentence: how it is, and why. */
  state?: { state: RowState; text: string } | undefined;
  /** For a calendar of a year, which needs the room. */
  wide?: boolean;
  /** The one primary button. */
  action?: ReactNode;
  /** Entries of ⋯ (Menu.Item); what destroys is last. */
  menu?: ReactNode;
  /** Instead of the content, until it is there. */
  waiting?: boolean;
  failure?: { message: string; onRetry: () => void; retrying: boolean } | undefined;
  /** Sections. */
  children?: ReactNode;
};

type FrameProps = Pick<Props, 'onClose' | 'path' | 'wide' | 'children'> & { title: ReactNode; closeOnEscape?: boolean };

/** The drawer alone: a name, the names above it, and what is in it. */
export function DetailFrame({ onClose, closeOnEscape = true, title, path, wide = false, children }: FrameProps) {
  const { t } = useTranslation('common');
  const mobile = useMobile();
  const id = useId();
  return (
    <Drawer
      opened
      onClose={() => {
        if (!isDialogAbove(id)) onClose();
      }}
      closeOnEscape={closeOnEscape}
      position={mobile ? 'bottom' : 'right'}
      size={mobile ? '92%' : wide ? WIDE_PX : WIDTH_PX}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
      }}
      title={
        <>
          <span id={id} className={classes.name}>
            {title}
          </span>
          {path !== undefined && path !== '' && <span className={classes.path}>{path}</span>}
        </>
      }
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Drawer>
  );
}

/** A drawer of 480 px from the right, a sheet on a phone. Render it while it is open. */
export function Detail({
  onClose,
  title,
  path,
  state,
  wide = false,
  action,
  menu,
  waiting = false,
  failure,
  children,
}: Props) {
  return (
    <DetailFrame onClose={onClose} title={title} path={path} wide={wide}>
      {(state ?? menu) !== undefined && (
        <div className={classes.sentence}>
          {state && <Dot {...state} />}
          {menu !== undefined && (
            <DotsMenu className={classes.menu} isInside>
              {menu}
            </DotsMenu>
          )}
        </div>
      )}
      {action !== undefined && <div className={classes.actions}>{action}</div>}
      {failure && <ErrorState {...failure} />}
      {!failure && (waiting ? <LineSkeletons count={SKELETONS} height={20} /> : children)}
    </DetailFrame>
  );
}

/** A part below a hairline. */
export function Section({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      {title !== undefined && <h3 className={classes.heading}>{title}</h3>}
      {children}
    </section>
  );
}

/** Serial numbers, JSON, hosts, versions and keys, closed. */
export function Technical({ children }: { children: ReactNode }) {
  const { t } = useTranslation('list');
  return (
    <details className={classes.section}>
      <summary className={classes.heading}>{t('technical')}</summary>
      {children}
    </details>
  );
}
