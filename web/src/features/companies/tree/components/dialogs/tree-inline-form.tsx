import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '../../../../../lib/focus.ts';
import { ConfirmDialog } from '../../../../../ui/dialogs/confirm-dialog.tsx';
import { LeaveGuard } from '../../../../../ui/dialogs/leave-guard.tsx';
import { Notice } from '../../../../../ui/states/notice.tsx';

type Props<Values extends object> = {
  title: string;
  form: UseFormReturnType<Values>;
  onSubmit: ReturnType<UseFormReturnType<Values>['onSubmit']>;
  submitLabel: string;
  /** False while there is nothing to send. */
  ready: boolean;
  /** The error of the last attempt, or null. */
  failure: string | null;
  onClose: () => void;
  /** A link to the form with every field. */
  more?: { label: string; open: () => void };
  children: ReactNode;
};

/**
 * A form on a card above the tree. The element with `data-autofocus` gets the focus, which returns when the form closes;
 * Escape and Cancel close it. Where something was typed, leaving needs a confirmation.
 */
export function TreeInlineForm<Values extends object>(props: Props<Values>) {
  const { title, form, onSubmit, submitLabel, ready, failure, onClose, more, children } = props;
  const { t } = useTranslation(['tree', 'common']);
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  /** The action that waits for the confirmation. */
  const [leaving, setLeaving] = useState<{ go: () => void } | null>(null);
  const dirty = form.isDirty();
  useReturnFocus();
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' });
    card.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  const leave = (go: () => void): void => {
    // After the key event: otherwise the confirmation would be closed by the Escape that opens it.
    if (dirty) setTimeout(() => setLeaving({ go }));
    else go();
  };
  const close = (): void => leave(onClose);
  return (
    <>
      <Paper ref={card} withBorder p="md" bg="var(--bf-raised)" onKeyDown={({ key }) => key === 'Escape' && close()}>
        <form onSubmit={onSubmit} noValidate aria-labelledby={id}>
          <Stack gap="sm">
            <Title order={3} size="h6" id={id}>
              {title}
            </Title>
            {children}
            {failure !== null && <Notice tone="error">{failure}</Notice>}
            <Group justify="space-between" gap="sm">
              {more && (
                <Button variant="subtle" color="gray" onClick={() => leave(more.open)}>
                  {more.label}
                </Button>
              )}
              <Group gap="sm" ms="auto">
                <Button variant="default" onClick={close}>
                  {t('form.cancel')}
                </Button>
                <Button type="submit" loading={form.submitting} disabled={!ready}>
                  {submitLabel}
                </Button>
              </Group>
            </Group>
          </Stack>
        </form>
      </Paper>
      <LeaveGuard active={dirty && !form.submitting} />
      <ConfirmDialog
        opened={leaving !== null}
        title={t('common:discard.title')}
        confirmLabel={t('common:discard.confirm')}
        cancelLabel={t('common:discard.keep')}
        tone="error"
        onConfirm={() => leaving?.go()}
        onClose={() => setLeaving(null)}
      >
        {t('common:discard.text')}
      </ConfirmDialog>
    </>
  );
}
