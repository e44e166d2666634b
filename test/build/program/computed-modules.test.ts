import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { responseSchemas } from '#discovery/openapi/response-schemas.ts'
import { toolReportJsonSchema } from '#report/contract.ts'
import { computedModules } from '../../../build/program/computed-modules.ts'
import { root } from '../../../build/target.ts'

test('the executable has the schemas that the source comes to, and nothing of what makes them', async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `
        export { responseSchemas } from './src/discovery/openapi/response-schemas.ts'
        export { toolReportJsonSchema } from './src/report/contract.ts'`,
      resolveDir: root,
    },
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    metafile: true,
    write: false,
    plugins: [computedModules],
  })
  const code = outputFiles[0]?.text ?? ''
  const inside = await import(`data:text/javascript;base64,${btoa(code)}`)
  expect(inside.responseSchemas).toEqual(responseSchemas)
  expect(inside.toolReportJsonSchema).toEqual(JSON.parse(JSON.stringify(toolReportJsonSchema)))
  expect(Object.keys(metafile.inputs).filter((path) => path !== '<stdin>')).toHaveLength(2)
})
