import type { AuditEntry } from '@belfry/schemas/http/audit';
import { useWithoutVariables } from '../../kit/receipt/index.ts';
import { nameWithPlace } from '../../lib/name-with-place.ts';
import { useTranslation } from '../../lib/translation.ts';
import { AUDIT_KINDS, AUDIT_VERBS } from './audit-api.ts';

type Texts = { what: string; object: string; who: string };

/** A change in words, the same in a row and in its drawer. */
export function useChangeText(): (entry: AuditEntry) => Texts {
  const { t } = useTranslation('audit');
  const written = useWithoutVariables();
  const actionText = (action: string): string => {
    const [kind = '', verb = ''] = action.split('.');
    const [subject, done] = [AUDIT_KINDS.find((each) => each === kind), AUDIT_VERBS.find((each) => each === verb)];
    return subject ? `${t(`kind.${subject}`)}: ${done ? t(`verb.${done}`) : verb.replaceAll(/[-_]/g, ' ')}` : action;
  };
  const whoOf = ({ actor, acting_as: as }: AuditEntry): string => {
    const name = actor ? (actor.name ?? t('actor.deleted', { id: actor.user_id })) : t('actor.hidden');
    return as ? `${name}, ${t('actor.as', { name: as.name ?? as.user_id })}` : name;
  };
  return (entry) => ({
    what: actionText(entry.action),
    object: entry.object_kind === 'announcement' ? written(objectOf(entry)) : objectOf(entry),
    who: whoOf(entry),
  });
}

/** `Bell · North / Harbour Market`; a place alone where it is what has changed. */
function objectOf({ object_name, company_name, path }: AuditEntry): string {
  const place = company_name === null ? null : nameWithPlace(path, company_name);
  return [object_name === company_name ? null : object_name, place].filter(Boolean).join(' · ');
}
