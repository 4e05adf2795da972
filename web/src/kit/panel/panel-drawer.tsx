import { Button, Menu } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';
import { Detail } from '../detail/index.ts';

/** A press opens a form, or asks `question` before it does `act`. */
type Entry = {
  label: string;
  loading?: boolean;
  disabled?: boolean;
  /** Of the button of the question. */
  tone?: 'error' | 'warning' | undefined;
  renderForm?: (onClose: () => void) => React.ReactNode;
  question?: { title: string; text: string };
  act?: () => unknown;
};

type Props = Omit<ComponentProps<typeof Detail>, 'title' | 'path' | 'action' | 'menu'> & {
  thing: { name: string; company_name: string };
  primary?: Entry | undefined;
  /** The menu, before what removes it. */
  entries: readonly (Entry | false)[];
  removal: Required<Pick<Entry, 'label' | 'question'>> & {
    call: () => PromiseLike<{ data?: unknown; error?: unknown }>;
    /** Toast of the success. */
    done?: string;
    failed: string;
  };
};

/** The drawer of one thing: what is done with it is in one button and in a menu, and removing it is asked about. */
export function PanelDrawer({ thing, primary, entries, removal, onClose, children, ...rest }: Props) {
  const { act } = useAct({ parallel: true });
  const [opened, setOpened] = useState<string | null>(null);
  const close = (): void => setOpened(null);
  const { call, done, failed, ...removing } = removal;
  const remove = async (): Promise<void> => {
    if ((await act(call, { failed, ...(done !== undefined && { done }) })) !== undefined) onClose();
  };
  const listed: readonly Entry[] = [
    ...entries.filter((entry) => entry !== false),
    { ...removing, tone: 'error', act: remove },
  ];
  const press = ({ label, renderForm, question, act: does }: Entry): void => {
    if (renderForm || question) setOpened(label);
    else void does?.();
  };
  const open = [...listed, ...(primary ? [primary] : [])].find(({ label }) => label === opened);
  return (
    <>
      <Detail
        {...rest}
        title={thing.name}
        path={thing.company_name}
        action={
          primary && (
            <Button disabled={primary.disabled} loading={primary.loading} onClick={() => press(primary)}>
              {primary.label}
            </Button>
          )
        }
        menu={listed.map((entry) => (
          <Menu.Item
            key={entry.label}
            disabled={entry.loading}
            color={entry.tone === 'error' ? 'error' : undefined}
            onClick={() => press(entry)}
          >
            {entry.label}
          </Menu.Item>
        ))}
        onClose={onClose}
      >
        {children}
      </Detail>
      {open?.renderForm?.(close)}
      {open?.question && (
        <ConfirmDialog
          opened
          title={open.question.title}
          confirmLabel={open.label}
          tone={open.tone ?? 'purple'}
          onConfirm={async () => open.act?.()}
          onClose={close}
        >
          {open.question.text}
        </ConfirmDialog>
      )}
    </>
  );
}
