import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import type { AlarmKind } from '@belfry/schemas/domain/alarms';
import type { AlarmRule } from '@belfry/schemas/http/alarms/rules';
import { Stack, Text } from '@mantine/core';
import { useTexts } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { FormButtons, FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useReportedDirty } from '../../../ui/dialogs/use-reported-dirty.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { RuleFields } from './rule-fields.tsx';
import type { RuleNode } from './use-rule-node.ts';
import { followingFrom, type Inherited, RULE_FIELDS } from './rule-values.ts';
import { useRuleForm } from './use-rule-form.ts';

type Props = {
  kind: AlarmKind;
  node: RuleNode;
  /** What the node sets; absent: nothing. */
  rule: AlarmRule | undefined;
  effective: Inherited;
  /** What holds above the node; absent where the person does not see it. */
  inherited: Inherited | undefined;
  onClose: () => void;
};

/** Sets what holds for one kind at a node and below it; what is not set is inherited. */
export function RuleDialog({ kind, node, onClose, ...rest }: Props) {
  const nameOf = useTexts(ALARM_NAMES);
  return (
    <FormDialog title={nameOf[kind]} size="lg" onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <RuleForm kind={kind} node={node} {...rest} onCancel={onCancel} onDirty={onDirty} onDone={onClose} />
      )}
    </FormDialog>
  );
}

type FormProps = Omit<Props, 'onClose'> & {
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
};

function RuleForm({ kind, node, rule, effective, inherited, onCancel, onDirty, onDone }: FormProps) {
  const { t } = useTranslation(['alarm-rules', 'alarms']);
  const { form, submit, failure, replaced, saving } = useRuleForm({ kind, nodeId: node.nodeId, rule, onDone });
  const dirty = form.isDirty();
  useReportedDirty(dirty, onDirty);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {t(`alarms:meaning.${kind}`)} {t('dialog_text')}
        </Text>
        {replaced.length > 0 && (
          <Notice tone="warning">
            {t('replaced', { fields: replaced.map((field) => t(`fields.${field}`)).join(', ') })}
          </Notice>
        )}
        <RuleFields
          kind={kind}
          node={node}
          form={form}
          inherited={followingFrom(inherited ?? aboveOf(effective, node.nodeId), form.values)}
          knownAbove={inherited !== undefined}
        />
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <FormButtons submitLabel={t('save')} submitting={saving} submitDisabled={!dirty} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

/** The values above the node; for fields that the node sets they are unknown, so their source is 0. */
function aboveOf(effective: Inherited, nodeId: number): Inherited {
  const ownFields = RULE_FIELDS.filter((field) => effective[field].source_company_id === nodeId);
  const hidden = Object.fromEntries(
    ownFields.map((field) => [field, { value: effective[field].value, source_company_id: 0 }]),
  ) as Partial<Inherited>;
  return { ...effective, ...hidden };
}
