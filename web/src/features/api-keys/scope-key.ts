import type { Scope } from '@belfry/schemas/domain/scopes';

type Underscored<S extends string> = S extends `${infer A}:${infer B}` ? `${A}_${B}` : S;

/** The key of the name of a scope among the texts: a colon there would end the name of a namespace. */
export const scopeKey = <S extends Scope>(scope: S): Underscored<S> => scope.replace(':', '_') as Underscored<S>;
