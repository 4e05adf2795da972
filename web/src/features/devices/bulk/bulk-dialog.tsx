import { useReturnFocus } from '../../../lib/focus.ts';
import { useTranslation } from '../../../lib/translation.ts';
import {
  Alert,
  Button,
  Group,
  Skeleton,
  Stack,
  VisuallyHidden,
  List,
  Text,
  NativeSelect,
  Switch,
  Textarea,
} from '@mantine/core';
import { type BulkBody, type BulkAnswer, bulkHttp } from '@belfry/schemas/http/fleet/bulk';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { FormButtons, FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useReportedDirty } from '../../../ui/dialogs/use-reported-dirty.ts';
import { type BulkKind, changeOf, INITIAL, type BulkValues } from './bulk-change.ts';
import classes from './bulk-outcome.module.css';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { toast } from '../../../ui/toast.ts';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call } from '../../../lib/api/call.ts';
import { GroupSelect, OwnersGroup } from '../../groups/index.ts';
import { UserPicker } from '../../users/index.ts';
import { ADMIN_DEVICE_MODES } from '@belfry/schemas/domain/device';
import { NOTE_MAX } from '@belfry/schemas/domain/limits';
import { CompanyPicker, TagsField } from '../form/device-pickers.tsx';

type BulkDialogProps = {
  kind: BulkKind;
  targets: BulkBody['targets'];
  count: number;
  ofOthers: boolean;
  onClose: () => void;
};

/** One change of all selected devices, with a preview that counts before anything is changed; see DEV-43. */
export function BulkDialog({ kind, count, onClose, ...props }: BulkDialogProps) {
  useReturnFocus();
  const { t } = useTranslation('device-bulk');
  return (
    <FormDialog title={t(`title.${kind}`, { count })} onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <BulkForm kind={kind} {...props} onCancel={onCancel} onDirty={onDirty} onDone={onClose} />
      )}
    </FormDialog>
  );
}

type FormProps = Omit<BulkDialogProps, 'count' | 'onClose'> & {
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
};

function BulkForm({ kind, targets, ofOthers, onCancel, onDirty, onDone }: FormProps) {
  const { t } = useTranslation(['device-bulk', 'common']);
  const messageOf = useErrorMessage();
  const form = useBulkForm({ kind, targets, onDirty, onDone });
  const { counted, outcome, error } = form;
  if (outcome) {
    return (
      <Stack gap="md">
        <BulkOutcome outcome={outcome} done />
        <Group justify="flex-end">
          <Button onClick={onDone} data-autofocus>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <Stack gap="md">
        <BulkFields kind={kind} values={form.values} onChange={form.change} ofOthers={ofOthers} />
        {counted && <BulkOutcome outcome={counted} done={false} />}
        {form.counting && (
          <>
            <VisuallyHidden component="output">{t('preview.counting')}</VisuallyHidden>
            <Skeleton height={64} />
          </>
        )}
        {error !== undefined && (
          <Alert color="error" py="xs" role="alert">
            {messageOf(error)}
          </Alert>
        )}
        <FormButtons
          submitLabel={counted ? t('apply', { count: counted.changed }) : t('applyNone')}
          submitting={form.applying}
          submitDisabled={!counted || counted.changed === 0}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

type Props = {
  outcome: BulkAnswer & { unreachable?: number };
  done: boolean;
};
function BulkOutcome({ outcome, done }: Props) {
  const { t } = useTranslation('device-bulk');
  const { changed, unchanged, failed, failures, unreachable = 0 } = outcome;
  const more = failed - failures.length;
  return (
    <Stack gap={4} aria-live="polite" className={classes.outcome}>
      <Text size="sm">{t(done ? 'outcome.changed' : 'preview.changed', { count: changed })}</Text>
      {unchanged > 0 && (
        <Text size="sm" c="dimmed">
          {t('preview.unchanged', { count: unchanged })}
        </Text>
      )}
      {unreachable > 0 && (
        <Text size="sm" c="dimmed">
          {t('preview.unreachable', { count: unreachable })}
        </Text>
      )}
      {failed > 0 && (
        <>
          <Text size="sm" c="error">
            {t(done ? 'outcome.failed' : 'preview.failed', { count: failed })}
          </Text>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolled region must be reachable by keyboard. */}
          <section className={classes.failures} aria-label={t('preview.failures')} tabIndex={0}>
            <List size="xs" spacing={2}>
              {failures.map(({ serial, code }) => (
                <List.Item key={serial}>
                  {serial}: {t(`reason.${code}`)}
                </List.Item>
              ))}
              {more > 0 && <List.Item>{t('preview.more', { count: more })}</List.Item>}
            </List>
          </section>
        </>
      )}
    </Stack>
  );
}

const bulkApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Changes nothing. */
    previewBulk: build.query({ ...call(bulkHttp.preview), keepUnusedDataFor: 0 }),
    changeDevices: build.mutation({
      ...call(bulkHttp.change),
      invalidatesTags: (answer) => (answer ? ['DeviceList', 'Device', 'Group', 'Company'] : []),
    }),
  }),
});
const { usePreviewBulkQuery, useChangeDevicesMutation } = bulkApi;
const SETTLE_MS = 400;
const SUCCESS_MS = 5_000;
type Options = {
  kind: BulkKind;
  targets: BulkBody['targets'];
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
};
function useBulkForm({ kind, targets, onDirty, onDone }: Options) {
  const { t } = useTranslation('device-bulk');
  const [values, setValues] = useState<BulkValues>(INITIAL);
  const [apply, { data: outcome, error: refused, isLoading }] = useChangeDevicesMutation();
  const change = changeOf(kind, values);
  const [settled] = useDebouncedValue(JSON.stringify(change), SETTLE_MS);
  const [first] = useState(settled);
  const ready = settled === JSON.stringify(change) && change !== null;
  const preview = usePreviewBulkQuery({ targets, change: change ?? {} }, { skip: !ready || outcome !== undefined });
  const counted = ready ? preview.currentData : undefined;
  const dirty = outcome === undefined && JSON.stringify(change) !== first;
  useReportedDirty(dirty, onDirty);

  const submit = async (): Promise<void> => {
    if (!change || !counted) return;
    const { data } = await apply({ targets, change });
    if (!data || data.failed > 0) return;
    toast('success', t('outcome.changed', { count: data.changed }), { durationMs: SUCCESS_MS });
    onDone();
  };
  const error = refused ?? (ready ? preview.error : undefined);
  return {
    values,
    change: (changed: Partial<BulkValues>) => setValues((before) => ({ ...before, ...changed })),
    counted,
    counting: ready && !counted && error === undefined,
    submit,
    applying: isLoading,
    outcome,
    error,
  };
}

type BulkFieldsProps = {
  kind: BulkKind;
  values: BulkValues;
  onChange: (change: Partial<BulkValues>) => void;
  /** Whether the devices may belong to others, whose groups are offered then. */
  ofOthers: boolean;
};

function BulkFields({ kind, values, onChange, ofOthers }: BulkFieldsProps) {
  const { t } = useTranslation(['device-bulk', 'devices']);
  switch (kind) {
    case 'mode':
      return (
        <NativeSelect
          label={t('devices:form.mode')}
          data={ADMIN_DEVICE_MODES}
          value={values.mode}
          onChange={({ currentTarget }) => {
            const mode = ADMIN_DEVICE_MODES.find((each) => each === currentTarget.value);
            if (mode) onChange({ mode });
          }}
          data-autofocus
        />
      );
    case 'note':
      return (
        <Textarea
          label={t('devices:form.note')}
          description={t('field.noteHint')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={NOTE_MAX}
          value={values.note}
          onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
          data-autofocus
        />
      );
    case 'tags':
      return (
        <Stack gap="sm">
          <TagsField label={t('field.add')} value={values.add} onChange={(add) => onChange({ add })} data-autofocus />
          <TagsField label={t('field.remove')} value={values.remove} onChange={(remove) => onChange({ remove })} />
        </Stack>
      );
    case 'company':
      return (
        <Stack gap="sm">
          <CompanyPicker
            label={t('action.company')}
            description={t('field.companyHint')}
            type="Company"
            value={values.company}
            onChange={(company) => onChange({ company })}
            disabled={values.unbind}
            data-autofocus
          />
          <Switch
            label={t('field.unbind')}
            checked={values.unbind}
            onChange={({ currentTarget }) => onChange({ unbind: currentTarget.checked })}
          />
        </Stack>
      );
    case 'group': {
      const Choice = ofOthers ? OwnersGroup : GroupSelect;
      return <Choice value={values.group} onChange={(group) => onChange({ group })} />;
    }
    case 'owner':
      return (
        <Stack gap="sm">
          <UserPicker
            label={t('field.owner')}
            description={t('field.ownerHint')}
            value={values.owner}
            onChange={(owner) => onChange({ owner })}
            disabled={values.noOwner}
          />
          <Switch
            label={t('field.noOwner')}
            checked={values.noOwner}
            onChange={({ currentTarget }) => onChange({ noOwner: currentTarget.checked })}
          />
        </Stack>
      );
  }
}
