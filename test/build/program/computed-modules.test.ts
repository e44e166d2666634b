import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { componentSchemas, reportContractSchema } from '#http/routes/components.ts'
import { computedModules } from '../../../build/program/computed-modules.ts'
import { root } from '../../../build/target.ts'

test('the executable contains the computed schemas, and none of the code that computes them', async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `
        export { componentSchemas, reportContractSchema } from './src/http/routes/components.ts'`,
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
  expect(inside.componentSchemas).toEqual(componentSchemas)
  expect(inside.reportContractSchema).toEqual(JSON.parse(JSON.stringify(reportContractSchema)))
  expect(Object.keys(metafile.inputs).filter((path) => path !== '<stdin>')).toHaveLength(1)
})
