import { noop } from "@tanstack/react-query"
import type { SyntheticEvent } from "react"
import { lateParserOf } from "../../api/load-schemas"
import { EmailField, NameField, PhoneField, SelectField, TextField } from "../../ui/field"
import type { FieldErrors } from "../../ui/form"
import { CITY_NAMES } from "./city-names"

export function ContactFields({ errors }: { errors: FieldErrors }) {
  return (
    <fieldset className="form-part">
      <legend>Contact information</legend>
      <div className="form__pair">
        <EmailField
          enterKeyHint="next"
          error={errors.email}
          hint="We'll send your order confirmation here."
        />
        <PhoneField
          enterKeyHint="next"
          required
          minLength={10}
          error={errors.phone}
          hint="For the carrier, and for us if there is a problem with your order."
        />
      </div>
    </fieldset>
  )
}

export function ShippingFields({ errors }: { errors: FieldErrors }) {
  return (
    <fieldset className="form-part">
      <legend>Shipping information</legend>
      <NameField label="Full name" enterKeyHint="next" required minLength={2} error={errors.name} />
      <TextField
        label="Address"
        name="address"
        autoComplete="address-line1"
        autoCapitalize="words"
        enterKeyHint="next"
        required
        minLength={5}
        maxLength={300}
        error={errors.address}
        hint="House number and street, and your town if it is not in the list below."
      />
      <div className="form__pair">
        <SelectField
          label="City"
          name="city"
          autoComplete="address-level2"
          required
          defaultValue=""
          error={errors.city}
          hint="Not listed? Choose the nearest city: your address and postcode decide where the parcel goes."
        >
          <option value="" disabled>
            Select a city
          </option>
          {CITY_NAMES.map((city) => (
            <option key={city}>{city}</option>
          ))}
        </SelectField>
        <TextField
          label="Postcode"
          name="postcode"
          autoComplete="postal-code"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          required
          minLength={5}
          maxLength={20}
          error={errors.postcode}
          hint="UK postcodes only"
          onInput={toUpperCase}
          onBlur={format}
        />
      </div>
    </fieldset>
  )
}

function toUpperCase(event: SyntheticEvent<HTMLInputElement>): void {
  const input = event.currentTarget
  const { selectionStart, selectionEnd } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionEnd)
}

const postcodeFormatter = lateParserOf("formatPostcode")

/** Once it is left, a postcode reads as it is printed on the parcel. */
function format({ currentTarget: input }: SyntheticEvent<HTMLInputElement>): void {
  postcodeFormatter().then((formatPostcode) => {
    if (document.activeElement !== input) input.value = formatPostcode(input.value)
  }, noop) // Without a connection it stays as it was typed. The order is sent with it formatted.
}
