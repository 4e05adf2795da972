import { Alert, Loader, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { useReturnFocus } from '../../../lib/focus.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { ElementEditor } from './element-editor.tsx';
import { allowedBelow } from './element-values.ts';
import { useElementValues, type ElementTask } from './use-element-editor.ts';

type ElementFormProps = ElementTask & {
  /** The element, or the parent of a new one, was deleted while the form was open: the input remains, but can no longer be saved. */
  deleted?: boolean;
  /** Called after saving; `companyId` is the node to show. */
  onDone: (companyId: number) => void;
  onClose: () => void;
};

/** Adds an element, company or device below a parent, or edits one; see TREE-39. */
export function ElementForm({ onDone, onClose, deleted = false, ...task }: ElementFormProps) {
  useReturnFocus();
  const { t } = useTranslation('element-form');
  const mobile = useMobile();
  // The element is created, but its device is not bound: closing loses nothing.
  const [created, setCreated] = useState<number | null>(null);
  return (
    <FormDialog
      title={
        task.mode === 'add' ? t('add_title', { parent: task.parent.name }) : t('edit_title', { name: task.node.name })
      }
      size="lg"
      fullScreen={mobile}
      onClose={() => (created === null ? onClose() : onDone(created))}
    >
      {(parts) => <Content task={task} deleted={deleted} onDone={onDone} onCreated={setCreated} {...parts} />}
    </FormDialog>
  );
}

type ContentProps = Omit<Parameters<typeof ElementEditor>[0], 'initial'>;

function Content(props: ContentProps) {
  const { t } = useTranslation('element-form');
  const errorText = useErrorMessage();
  const { task } = props;
  const prepared = useElementValues(task);
  if (task.mode === 'add' && allowedBelow(task.parent.type).length === 0) return <NothingAllowed task={task} />;
  if (prepared.state === 'failed') {
    const { error, retrying, retry } = prepared;
    const deleted = isApiError(error) && error.status === 404;
    return (
      <ErrorState
        message={deleted ? t('errors.gone') : errorText(error, t('errors.load'))}
        onRetry={retry}
        retrying={retrying}
      />
    );
  }
  if (prepared.state === 'preparing') {
    return (
      <Stack align="center" gap="sm" py={48}>
        <Loader size="sm" aria-hidden />
        <Text component="output" size="sm" c="dimmed">
          {t('preparing')}
        </Text>
      </Stack>
    );
  }
  return <ElementEditor {...props} initial={prepared.initial} />;
}

function NothingAllowed({ task: { parent } }: { task: Extract<ElementTask, { mode: 'add' }> }) {
  const { t } = useTranslation('element-form');
  return (
    <Alert
      color="warning"
      role="alert"
      icon={<IconInfoCircle size={18} aria-hidden />}
      title={t('not_here.title', { type: t(`type.${parent.type === 'Device' ? 'device' : 'element'}`) })}
    >
      {t('not_here.text')}
    </Alert>
  );
}
