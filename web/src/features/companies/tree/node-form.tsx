import { useAct } from '../../../ui/use-act.ts';
import { SERIAL_LENGTH } from '@belfry/schemas/domain/serial';
import { SimpleGrid, Text, TextInput, Button, Group, Paper, Stack, Title } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState, useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { readUserKey } from '../../../lib/session/session-store.ts';
import { useEditCompanyMutation } from '../companies-api.ts';
import type { TreeNode } from './company-tree.ts';
import {
  editOf,
  hasLocation,
  inputMaxOf,
  NODE_FIELDS,
  nodeValuesOf,
  problemOf,
  type NodeField,
} from './node-values.ts';
import { postalAddressLine, type PostalAddress } from '../../../lib/tree-nodes.ts';
import { isDeviceNode } from './tree-selection.ts';
import { useReturnFocus } from '../../../lib/focus.ts';
import { type FormDraft, useFormDraft } from '../../../lib/use-form-draft.ts';
import { DraftOffer } from '../../../ui/draft-offer.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { LeaveGuard } from '../../../ui/dialogs/leave-guard.tsx';
import { Notice } from '../../../ui/states/notice.tsx';

type Props = {
  node: TreeNode;
  /** The address of a device, which has no address fields of its own. */
  where: { address: PostalAddress; inherited: boolean };
  /** The node was deleted while the form was open: the input remains, but can no longer be saved. */
  deleted: boolean;
  onDone: (company_id: number) => void;
  onClose: () => void;
  onMore: () => void;
};

const LOCATION: readonly NodeField[] = ['city', 'street', 'house', 'zip'];

/** The fields of a node that change often, above the tree; see TREE-40. */
export function NodeForm({ node, where, deleted, onDone, onClose, onMore }: Props) {
  const { t } = useTranslation(['tree', 'common']);
  const [edit] = useEditCompanyMutation();
  const { act, failure, fail } = useAct({ inline: true });
  const problem = (field: NodeField, values: Record<NodeField, string>): string | null => {
    const reason = problemOf(node, field, values);
    if (reason === null) return null;
    const name = t(`form.${field}`);
    return reason === 'required'
      ? t('form.required', { field: name })
      : t('form.too_long', { field: name, max: reason });
  };
  const form = useForm({
    initialValues: nodeValuesOf(node),
    validateInputOnBlur: true,
    validate: (values) => Object.fromEntries(NODE_FIELDS.map((field) => [field, problem(field, values)])),
  });
  const draft = useFormDraft({
    name: `node:${node.company_id}`,
    values: form.values,
    opened: form.getInitialValues(),
    dirty: form.isDirty(),
    restore: form.setValues,
  });
  const save = async (): Promise<void> => {
    if (readUserKey() === null) return fail(t('errors.unauthorized'));
    const answer = await act(() => edit(editOf(node, form.getValues())), { failed: t('errors.update') });
    if (answer === undefined) return;
    draft.forget();
    onDone(node.company_id);
  };
  const submit = form.onSubmit(save, (errors) =>
    form.getInputNode(NODE_FIELDS.find((field) => field in errors) ?? 'name')?.focus(),
  );
  const input = (field: NodeField) => ({
    label: t(`form.${field}`),
    maxLength: inputMaxOf(node)[field],
    ...form.getInputProps(field),
  });
  const line = postalAddressLine(where.address);
  return (
    <TreeInlineForm
      title={t(`form.edit_${node.type}`)}
      form={form}
      draft={draft}
      onSubmit={submit}
      submitLabel={t('form.save')}
      ready={!deleted && form.getValues().name.trim() !== ''}
      failure={deleted ? t('common:deleted') : failure}
      onClose={onClose}
      more={{ label: t('form.more'), open: onMore }}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput {...input('name')} required data-autofocus />
        <TextInput {...input('description')} />
        {hasLocation(node) &&
          LOCATION.map((field) => <TextInput key={field} {...input(field)} required={field !== 'zip'} />)}
        {isDeviceNode(node) && (
          <TextInput
            label={t('form.serial')}
            value={node.serial ?? ''}
            placeholder={t('form.no_serial')}
            maxLength={SERIAL_LENGTH}
            readOnly
            className="tabular"
          />
        )}
      </SimpleGrid>
      {isDeviceNode(node) && line !== '' && (
        <Text size="sm" c="dimmed">
          {t(where.inherited ? 'form.inherited' : 'form.address', { address: line })}
        </Text>
      )}
    </TreeInlineForm>
  );
}

type TreeInlineFormProps<Values extends object> = {
  title: string;
  form: UseFormReturnType<Values>;
  draft?: FormDraft;
  onSubmit: ReturnType<UseFormReturnType<Values>['onSubmit']>;
  submitLabel: string;
  ready: boolean;
  failure: string | null;
  onClose: () => void;
  more?: { label: string; open: () => void };
  children: ReactNode;
};

/**
 * A form on a card above the tree. The element with `data-autofocus` gets the focus, which returns when the form closes;
 * Escape and Cancel close it. Where something was typed, leaving needs a confirmation.
 */
export function TreeInlineForm<Values extends object>(props: TreeInlineFormProps<Values>) {
  const { title, form, draft, onSubmit, submitLabel, ready, failure, onClose, more, children } = props;
  const { t } = useTranslation(['tree', 'common']);
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
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
            {draft && <DraftOffer draft={draft} />}
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
      <LeaveGuard active={dirty && !form.submitting} {...(draft && { onDiscard: draft.forget })} />
      <ConfirmDialog
        opened={leaving !== null}
        title={t('common:discard.title')}
        confirmLabel={t('common:discard.confirm')}
        cancelLabel={t('common:discard.keep')}
        tone="error"
        onConfirm={() => {
          draft?.forget();
          leaving?.go();
        }}
        onClose={() => setLeaving(null)}
      >
        {t('common:discard.text')}
      </ConfirmDialog>
    </>
  );
}
