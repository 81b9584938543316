import * as v from 'valibot';
import { parseAllDocuments } from 'yaml';

const Job = v.object({
  kind: v.literal('Job'),
  spec: v.object({
    completions: v.number(),
    parallelism: v.number(),
    template: v.object({
      spec: v.object({
        containers: v.tuple([
          v.object({
            args: v.tupleWithRest([v.string()], v.string()),
            env: v.array(v.object({ name: v.string(), value: v.string() })),
            resources: v.object({ requests: v.unknown(), limits: v.unknown() }),
            securityContext: v.object({ capabilities: v.object({ add: v.array(v.string()) }) }),
          }),
        ]),
      }),
    }),
  }),
});

/** The Job of a manifest, and its one container. */
export function jobOf(manifest: string) {
  const objects = parseAllDocuments(manifest).map((document): unknown => document.toJS());
  const { spec } = v.parse(
    Job,
    objects.find((object) => v.is(Job, object)),
  );
  return { ...spec, container: spec.template.spec.containers[0] };
}
