import { Fieldset, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allowedBelow, type ElementValues } from '../element-values.ts';
import { useElementEditor } from '../use-element-editor.ts';
import type { ElementTask } from '../use-element-values.ts';
import { EditorFooter } from './editor-footer.tsx';
import classes from './element-fields.module.css';
import { NameFields, PlaceFields, type Gallery } from './element-fields.tsx';
import { FormSection } from './form-section.tsx';
import { SerialChoice } from './serial-choice.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';
import { TypeSwitcher } from './type-switcher.tsx';

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

/** The form. The input is kept after an error. */
export function ElementEditor({ task, initial, deleted, onDone, onCancel, onDirty, onCreated }: Props) {
  const { t } = useTranslation('element-form');
  const [gallery, setGallery] = useState<Gallery | null>(null);
  const { form, submit, refusal, created, serial } = useElementEditor({
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
            fixed={serial.fixed}
            error={serial.failure ?? serialProps.error}
            note={serial.note}
            busy={serial.busy}
            owner={serial.owner}
            opened={gallery === 'serial'}
            onOpen={(open) => setGallery(open ? 'serial' : null)}
            onPick={(picked) => void serial.pick(picked)}
          />
        )}
        {created === null && (
          <>
            <FormSection title={t('place')}>
              <PlaceFields form={form} gallery={gallery} onGallery={setGallery} />
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
