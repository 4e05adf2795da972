import type { TriggerAction } from '@belfry/schemas/http/triggers/actions';
import { SPOKEN_TEXT_MAX } from '@belfry/schemas/domain/announcements';
import { z } from 'zod';

const alertTextSchema = z.object({ language: z.string(), headline: z.string(), instruction: z.string() });
export type AlertText = z.infer<typeof alertTextSchema>;
const detailsSchema = z.object({ texts: z.array(alertTextSchema) });

type Says = Extract<TriggerAction, { type: 'alert' }>['says'];

/** What is said of an alert that has started a trigger, in each of its languages; nothing where no alert has started it. */
export function textsOfAlert(details: Record<string, unknown>, says: Says): { language: string; text: string }[] {
  const { data } = detailsSchema.safeParse(details);
  return (data?.texts ?? []).map(({ language, headline, instruction }) => {
    const parts = {
      headline: [headline],
      instruction: [instruction === '' ? headline : instruction],
      both: [headline, instruction],
    };
    return { language, text: spoken(parts[says]) };
  });
}

/** One text of sentences. Braces would be places that are filled in. */
function spoken(parts: readonly string[]): string {
  const sentences = parts
    .map((part) => part.replaceAll(/[{}]/g, ' ').replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .map((part) => (/[.!?。]$/.test(part) ? part : `${part}.`));
  return sentences.join(' ').slice(0, SPOKEN_TEXT_MAX);
}
