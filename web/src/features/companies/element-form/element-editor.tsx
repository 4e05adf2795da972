import { Fieldset, Stack, Title, Alert, SegmentedControl, Text, ActionIcon, TextInput } from '@mantine/core';
import { useState, useId, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { allowedBelow, type ElementValues, type ElementType } from './element-values.ts';
import { useElementEditor, type ElementTask } from './use-element-editor.ts';
import classes from './element-fields.module.css';
import { NameFields, PlaceFields, type Gallery } from './element-fields.tsx';
import { CoordinatesField } from '../../map/index.ts';
import { SettingsSection } from './settings/settings-section.tsx';
import { FormButtons } from '../../../ui/dialogs/form-dialog.tsx';
import { DraftOffer } from '../../../ui/draft-offer.tsx';
import type { CompanyType } from '@belfry/schemas/domain/companies';
import { SERIAL_LENGTH } from '@belfry/schemas/domain/serial';
import { IconClipboardList } from '@tabler/icons-react';
import { SerialPicker } from '../../device-ownership/binding/index.ts';

type Props = {
  task: ElementTask;
  initial: ElementValues;
  deleted: boolean;
  onDone: (companyId: number) => void;
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
  /** The element is created, even where its device is not bound: closing now means done. */
  onCreated: (companyId: number) => void;
};

export function ElementEditor({ task, initial, deleted, onDone, onCancel, onDirty, onCreated }: Props) {
  const { t } = useTranslation('element-form');
  const [gallery, setGallery] = useState<Gallery | null>(null);
  const { form, draft, submit, refusal, created, serial } = useElementEditor({
    task,
    initial,
    onDone,
    onDirty,
    onCreated,
  });
  const { type } = form.values;
  const { onChange: _typed, ...serialProps } = form.getInputProps('serial');
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-busy={form.submitting}>
      <Stack gap="lg">
        <DraftOffer draft={draft} />
        <Fieldset variant="unstyled" m={0} disabled={created !== null}>
          <Stack gap="md">
            {task.mode === 'add' && (
              <TypeSwitcher
                allowed={allowedBelow(task.parent.type)}
                value={type}
                onChange={(next) => {
                  form.setFieldValue('type', next);
                  form.clearErrors();
                }}
              />
            )}
            <NameFields form={form} gallery={gallery} onGallery={setGallery} />
          </Stack>
        </Fieldset>
        {type === 'Device' && (
          <SerialChoice
            {...serialProps}
            value={form.values.serial}
            serial={serial}
            opened={gallery === 'serial'}
            onOpen={(open) => setGallery(open ? 'serial' : null)}
          />
        )}
        {created === null && (
          <>
            <FormSection title={t('place')}>
              <PlaceFields form={form} gallery={gallery} onGallery={setGallery} />
              <CoordinatesField
                {...form.getInputProps('coordinates')}
                value={form.values.coordinates}
                name={form.values.name}
              />
            </FormSection>
            <FormSection title={t('settings')}>
              <SettingsSection form={form} task={task} />
            </FormSection>
          </>
        )}
        <EditorFooter
          adding={task.mode === 'add'}
          deleted={deleted}
          refusal={refusal}
          created={created !== null}
          submitting={form.submitting}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={3} size="h6" mb="sm" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}

type EditorFooterProps = {
  adding: boolean;
  deleted: boolean;
  refusal: string | null;
  created: boolean;
  submitting: boolean;
  onCancel: () => void;
};
function EditorFooter({ adding, deleted, refusal, created, submitting, onCancel }: EditorFooterProps) {
  const { t } = useTranslation(['element-form', 'common']);
  return (
    <Stack className={classes.footer ?? ''} gap="sm">
      {deleted && (
        <Alert color="error" py="xs" role="alert">
          {t('common:deleted')}
        </Alert>
      )}
      {refusal !== null && (
        <Alert color="error" py="xs" role="alert">
          {refusal}
        </Alert>
      )}
      <FormButtons
        submitLabel={t(created ? 'bind_again' : adding ? 'add' : 'save')}
        submitting={submitting}
        submitDisabled={deleted}
        cancelLabel={t(created ? 'done_without' : 'cancel')}
        onCancel={onCancel}
      />
    </Stack>
  );
}

type SerialChoiceProps = {
  value: string;
  error?: ReactNode;
  serial: ReturnType<typeof useElementEditor>['serial'];
  opened: boolean;
  onOpen: (opened: boolean) => void;
  'data-path'?: string;
};
/** The serial, which is chosen from the devices that can be bound; see TREE-17. */
function SerialChoice({ value, error, serial, opened, onOpen, ...rest }: SerialChoiceProps) {
  const { fixed, note, busy, owner, pick, failure } = serial;
  const { t } = useTranslation('element-form');
  return (
    <>
      <TextInput
        {...rest}
        className="tabular"
        label={t('fields.serial')}
        placeholder={t('fields.serial_hint')}
        description={note ?? (fixed ? t('fields.serial_kept') : undefined)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        withAsterisk={!fixed}
        variant="filled"
        readOnly
        maxLength={SERIAL_LENGTH}
        value={value}
        error={failure ?? error}
        onClick={() => !fixed && onOpen(true)}
        rightSection={
          !fixed && (
            <ActionIcon
              variant="light"
              loading={busy}
              aria-label={t('fields.serial_choose')}
              aria-haspopup="dialog"
              onClick={() => onOpen(true)}
            >
              <IconClipboardList size={18} aria-hidden />
            </ActionIcon>
          )
        }
      />
      {opened && (
        <SerialPicker
          owner={owner}
          selected={value}
          onPick={(device) => void pick(device)}
          onClose={() => onOpen(false)}
        />
      )}
    </>
  );
}

const KEYS = { Element: 'element', Company: 'company', Device: 'device' } as const satisfies Record<
  ElementType,
  string
>;
type TypeSwitcherProps = { allowed: readonly ElementType[]; value: CompanyType; onChange: (type: ElementType) => void };
/** The type of the new element, of those that the parent allows; see TREE-2. */
function TypeSwitcher({ allowed, value, onChange }: TypeSwitcherProps) {
  const { t } = useTranslation('element-form');
  const id = useId();
  const current = allowed.find((type) => type === value);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={400} id={id}>
        {t('type.label')}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        value={value}
        onChange={(type) => {
          const choice = allowed.find((each) => each === type);
          if (choice) onChange(choice);
        }}
        data={allowed.map((type) => ({ value: type, label: t(`type.${KEYS[type]}`) }))}
      />
      {current && (
        <Text size="xs" c="dimmed">
          {t(`type.${KEYS[current]}_text`)}
        </Text>
      )}
    </Stack>
  );
}
